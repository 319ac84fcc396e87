import { verbatim } from './html.ts';

/**
 * The look of every page: ink on warm paper, one green, big targets. Contrast is 4.5:1 or better in light and dark (WCAG 2.2 AA); nothing
 * moves, nothing is loaded. Kept as text because the content policy names its hash.
 */
export const theme = `
:root{--paper:#f5f3ee;--card:#fffefb;--ink:#1b2420;--soft:#55615b;--line:#dcd8ce;--edge:#7f8a84;--green:#0f5f49;--green-deep:#0a4a38;--wash:#e6f0ea;--on-green:#fff;--red:#a3231b;--red-wash:#fbeae7;--amber:#7a5200;--amber-wash:#fbf1da;--ring:#0f5f49;--shadow:0 1px 2px rgb(27 36 32/.06),0 12px 32px -12px rgb(27 36 32/.18)}
@media (prefers-color-scheme:dark){:root{--paper:#101513;--card:#18201d;--ink:#e9eeeb;--soft:#a5b2ab;--line:#2c3733;--edge:#77857e;--green:#6fd3ad;--green-deep:#8fe0c0;--wash:#1c302a;--on-green:#08231a;--red:#ff9d92;--red-wash:#3a1c19;--amber:#f0c46a;--amber-wash:#35290f;--ring:#6fd3ad;--shadow:0 1px 2px rgb(0 0 0/.4),0 16px 40px -16px rgb(0 0 0/.7)}}
*,*::before,*::after{box-sizing:border-box}
html{font:100%/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif;color:var(--ink);background:var(--paper);-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column}
a{color:var(--green);text-underline-offset:.2em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--ring);outline-offset:2px;border-radius:.25rem}
.skip{position:absolute;left:-100vw}
.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem;z-index:1}
.top{padding:1.25rem 1.5rem}
.brand{display:inline-flex;align-items:center;gap:.625rem;font-weight:650;letter-spacing:-.01em;color:var(--ink)}
.brand svg{width:1.875rem;height:1.875rem;flex:none;color:var(--green)}
svg .ink{stroke:var(--on-green)}
main{flex:1;width:100%;padding:1rem 1rem 3rem;display:flex;flex-direction:column;align-items:center}
.card{width:100%;max-width:27rem;margin-block:auto;background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:2rem;box-shadow:var(--shadow)}
.card.wide{max-width:32rem}
.card.page{max-width:46rem;margin-block:1rem auto}
input:-webkit-autofill{-webkit-text-fill-color:var(--ink)}
.card>:last-child{margin-bottom:0}
.small+.small{margin-top:-.5rem}
h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.02em;font-weight:680;margin:0 0 .5rem;overflow-wrap:anywhere;text-wrap:balance}
h2{font-size:1rem;line-height:1.4;font-weight:650;margin:1.75rem 0 .5rem}
p{margin:0 0 1rem}
.lead{color:var(--soft);margin-bottom:1.5rem;overflow-wrap:anywhere;text-wrap:pretty}
.small{font-size:.875rem;color:var(--soft)}
strong{font-weight:650}
code,.code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.9em;overflow-wrap:anywhere}
.field{margin:0 0 1.125rem}
.field label{display:block;font-weight:600;margin-bottom:.375rem}
.field .hint{display:block;font-size:.875rem;color:var(--soft);margin-bottom:.375rem}
.field .fault{display:block;font-size:.875rem;color:var(--red);margin-top:.375rem}
input:is([type=text],[type=email],[type=password],[type=url]),select,textarea{width:100%;min-height:3rem;padding:.625rem .875rem;font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:.625rem;appearance:none}
input[aria-invalid=true]{border-color:var(--red);border-width:2px}
input:is([type=text],[type=email],[type=password],[type=url]):focus,select:focus,textarea:focus{outline:3px solid var(--ring);outline-offset:1px}
fieldset{border:0;margin:0 0 1.75rem;padding:0;min-width:0}
fieldset>:last-child{margin-bottom:0}
legend{padding:0;margin:0 0 .625rem;font-weight:650}
.fault.above{display:block;font-size:.875rem;color:var(--red);margin:0 0 .5rem}
.agree{display:flex;gap:.75rem;margin:0 0 1.5rem;font-size:.875rem;cursor:pointer}
.agree input{flex:none;width:1.5rem;height:1.5rem;margin:0;accent-color:var(--green)}
.steps{list-style:none;display:flex;gap:.5rem;margin:0 0 1.5rem;padding:0;font-size:.8125rem;color:var(--soft)}
.steps li{flex:1;padding-top:.5rem;border-top:4px solid var(--line)}
.steps li.passed{border-top-color:var(--green)}
.steps li[aria-current]{border-top-color:var(--green);color:var(--ink);font-weight:650}
.seal{display:grid;place-items:center;width:3.5rem;height:3.5rem;margin:0 0 1.25rem;border-radius:50%;background:var(--green);color:var(--on-green)}
.seal svg{width:2rem;height:2rem;stroke-width:2.25}
.actions{display:flex;flex-direction:column;gap:.75rem;margin-top:1.75rem}
.actions.row{flex-direction:row-reverse;flex-wrap:wrap}
.actions.row>*{flex:1 1 10rem}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:3rem;padding:.625rem 1.25rem;font:inherit;font-weight:620;text-decoration:none;color:var(--on-green);background:var(--green);border:1px solid var(--green);border-radius:.625rem;cursor:pointer}
.button:hover{background:var(--green-deep);border-color:var(--green-deep)}
.button.quiet{color:var(--ink);background:transparent;border-color:var(--edge)}
.button.quiet:hover{background:var(--wash)}
.button.danger{color:var(--red);background:transparent;border-color:var(--red)}
.button.danger:hover{background:var(--red-wash)}
.notice{display:flex;gap:.75rem;padding:.875rem 1rem;margin:0 0 1.5rem;border-radius:.625rem;background:var(--wash);border-left:4px solid var(--green);overflow-wrap:anywhere}
.notice.bad{background:var(--red-wash);border-left-color:var(--red)}
.notice.wait{background:var(--amber-wash);border-left-color:var(--amber)}
.notice p:last-child{margin:0}
.parties{display:flex;align-items:center;gap:.875rem;margin:0 0 1.5rem}
.badge{display:grid;place-items:center;width:3.25rem;height:3.25rem;flex:none;border-radius:.875rem;background:var(--wash);color:var(--green);font-weight:700;font-size:1.25rem;border:1px solid var(--line)}
.badge svg{width:2rem;height:2rem}
.parties .link{flex:none;color:var(--edge)}
.parties .link svg{display:block;width:1.5rem;height:1.5rem}
.rights{list-style:none;margin:0 0 1.5rem;padding:0;border:1px solid var(--line);border-radius:.75rem}
.rights.long{max-height:26rem;overflow-y:auto}
.rights>li{display:flex;gap:.875rem;padding:.875rem 1rem}
.rights>li+li{border-top:1px solid var(--line)}
.rights .mark{flex:none;width:1.5rem;height:1.5rem;color:var(--green);background:var(--wash);border-radius:.25rem}
.rights .mark svg{display:block;width:1.5rem;height:1.5rem;padding:.125rem;stroke-width:2.25}
.rights label{display:flex;gap:.875rem;margin:-.875rem -1rem;padding:.875rem 1rem;flex:1;cursor:pointer;border-radius:.75rem}
.rights label:has(:focus-visible){outline:3px solid var(--ring);outline-offset:-3px}
.rights input:is([type=checkbox],[type=radio]){flex:none;width:1.5rem;height:1.5rem;margin:0;accent-color:var(--green)}
.rights label:has(:checked){background:var(--wash)}
.rights label:has(:disabled){cursor:default;color:var(--soft)}
.rights .number{display:grid;place-items:center;border-radius:50%;font-size:.875rem;font-weight:700}
.rights a{display:flex;gap:.875rem;align-items:center;margin:-.875rem -1rem;padding:.875rem 1rem;flex:1;color:inherit;text-decoration:none;border-radius:.75rem}
.rights a:hover{background:var(--wash)}
.rights a>span{flex:1}
.rights a>svg{flex:none;width:1.25rem;height:1.25rem;color:var(--green)}
.rights span span{display:block;font-size:.875rem;color:var(--soft)}
.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.375rem 1.25rem;margin:0 0 1.5rem;font-size:.9375rem}
.facts dt{color:var(--soft)}
.facts dd{margin:0;overflow-wrap:anywhere}
.companies{margin:.25rem 0 0;padding-left:1.125rem}
hr{border:0;border-top:1px solid var(--line);margin:1.5rem 0}
table{width:100%;border-collapse:collapse;font-size:.9375rem}
th,td{text-align:left;padding:.625rem .5rem;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
th{color:var(--soft);font-weight:600}
.bottom{padding:1rem 1.5rem 1.5rem;text-align:center;font-size:.8125rem;color:var(--soft)}
.bottom p{margin:0}
@media (max-width:30rem){main{padding:0 0 2rem}.card{border-width:1px 0;border-radius:0;padding:1.5rem 1.25rem;box-shadow:none;margin-block:0 auto}.top{padding:1rem 1.25rem}.facts{grid-template-columns:minmax(0,1fr);gap:0}.facts dd{margin-bottom:.625rem}}
@media (forced-colors:active){.button,.badge,.notice{border:1px solid}}
@media print{html{background:#fff;color:#000}.card{border:0;box-shadow:none;max-width:none;padding:0}.actions,.skip{display:none}}
`;

const icon = (paths: string) =>
  verbatim(
    `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${paths}</svg>`,
  );

/** Drawn for these pages; decoration only, so hidden from screen readers. */
export const icons = {
  /** A T account: the two sides of a ledger. */
  brand: verbatim(
    '<svg viewBox="0 0 24 24" fill="none" stroke-linecap="round" aria-hidden="true" focusable="false"><rect x="1" y="1" width="22" height="22" rx="6" fill="currentColor"/><path class="ink" d="M6 8.5h12M12 8.5v9.25M7 12.25h2.25M14.75 15.25H17" stroke="#fff" stroke-width="1.75"/></svg>',
  ),
  read: icon('<path d="M2.5 12s3.5-6.5 9.5-6.5S21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z"/><circle cx="12" cy="12" r="2.75"/>'),
  write: icon('<path d="M4 20h4L19.5 8.5a2.1 2.1 0 0 0 0-3l-1-1a2.1 2.1 0 0 0-3 0L4 16v4Z"/><path d="m13.5 6.5 4 4"/>'),
  both: icon('<path d="M4 9h15l-3.5-3.5M20 15H5l3.5 3.5"/>'),
  check: icon('<path d="m5 12.5 4.5 4.5L19 7.5"/>'),
  next: icon('<path d="M9 5.5 15.5 12 9 18.5"/>'),
  warning: icon('<path d="M12 4 2.75 19.5h18.5L12 4Z"/><path d="M12 10v4.5M12 17.25v.01"/>'),
} as const;
