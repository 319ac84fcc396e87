import leaked from './leaked-passwords.json' with { type: 'json' };

/** Words that people build passwords from, here more than elsewhere: leaks of the whole world know few of them. */
const words =
  'password passord passwort qwerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm admin administrator root welcome velkommen letmein login hello hei ' +
  'sommer summer vinter winter spring vaar host autumn norge norway oslo bergen trondheim stavanger iloveyou elsker dragon monkey master ' +
  'football fotball baseball liverpool chelsea arsenal barcelona superman batman pokemon starwars sunshine princess prinsesse shadow ' +
  'michael jordan charlie jessica daniel thomas andrea secret hemmelig test tester testing changeme default guest user bruker regnskap faktura bank';

const endings =
  '1 12 123 1234 12345 123456 1234567 12345678 123456789 01 11 00 007 69 99 2020 2021 2022 2023 2024 2025 2026 2027 !';

/** Runs over the keyboard and known disguises of the words above. */
const others =
  '1q2w3e4r 1q2w3e4r5t q1w2e3r4 1qaz2wsx zaq12wsx !qaz2wsx 1qazxsw2 qazwsx123 qwe12345 qwer1234 qwert123 asd12345 asdf1234 zxcv1234 abc12345 ' +
  'abcd1234 abcde123 a1b2c3d4 aa123456 a1234567 a12345678 a123456789 123456a 1234567a 12345678a 123456789a 123456aa 123456abc 123abc456 ' +
  '1234qwer 12345qwert 123qweasd 123qwe123 qweasd123 qweqwe123 asdasd123 q1234567 123456qq w1234567 x1234567 aaa11111 11111111a 1111aaaa ' +
  'passw0rd passw0rd1 p4ssw0rd p4ssword p@ssword p@ssw0rd p@ssw0rd1 pa$$word pa$$w0rd pass1234 pass12345 pass123456 pass@123 pass@1234 pa55word ' +
  'adm1n123 admin@123 admin@1234 adminadmin1 root1234 toor1234 welc0me1 w3lcome1 l3tmein1 letme1n1 iloveyou! ilovey0u trustno1 ' +
  'blink182 ncc1701d thx1138a r2d2c3po 4rfv5tgb 5tgb6yhn 7ujm8ik, g00gle123 google123 facebook1 samsung1 computer1 internet1 whatever1 ' +
  'freedom1 jesus123 mustang1 killer123 hunter12 ashley123 nicole123 robert123 matthew1 jennifer1 slipknot1 metallica1 ' +
  'mamma123 pappa123 heihei123 norge1814 17mai1814 brann1908 rosenborg1 vif12345 lillestrom1 viking123';

const common: ReadonlySet<string> = new Set([
  ...words.split(' ').flatMap((word) => [word, ...endings.split(' ').map((ending) => word + ending)]),
  ...others.split(' '),
  // Those of two classes of characters as they are written, and those that one capital makes two of (decision 0074).
  ...leaked.mixed,
  ...leaked.letters,
]);

/** Is it in the built-in list, compared without case (PPL-R10)? */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase());
