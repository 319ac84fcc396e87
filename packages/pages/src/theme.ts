/**
 * The look of every page: ink on warm paper, one green, big targets. Contrast is 4.5:1 or better in light and dark
 * (WCAG 2.2 AA); nothing moves, nothing is loaded. Kept as text because the content policy names its hash.
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
.top.framed{display:grid;grid-template-columns:1fr auto 1fr;align-items:center;gap:.5rem 1rem;padding-block:.75rem;background:var(--card);border-bottom:1px solid var(--line)}
.brand{display:inline-flex;align-items:center;gap:.625rem;width:fit-content;font-weight:650;letter-spacing:-.01em;color:var(--ink);text-decoration:none}
.tabs{display:flex;gap:.25rem;list-style:none;margin:0;padding:0}
main .tabs{margin-bottom:.75rem}
.tabs a{display:block;padding:.5rem .875rem;border-radius:.625rem;color:var(--ink);text-decoration:none;white-space:nowrap}
.tabs a:hover{background:var(--wash)}
.tabs a[aria-current]{background:var(--wash);color:var(--green);font-weight:620}
.leave{justify-self:end}
.brand svg{width:1.875rem;height:1.875rem;flex:none;color:var(--green)}
svg .ink{stroke:var(--on-green)}
main{flex:1;width:100%;padding:1rem 1rem 3rem;display:flex;flex-direction:column;align-items:center}
.card{width:100%;max-width:27rem;margin-block:auto;background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:2rem;box-shadow:var(--shadow)}
.card.wide{max-width:32rem}
.card.page{max-width:46rem;margin-block:1rem auto}
input:-webkit-autofill{-webkit-text-fill-color:var(--ink)}
.card>:last-child{margin-bottom:0}
.sheet{width:100%;max-width:46rem;margin:1.5rem auto auto}
.sheet.wide{max-width:62rem}
.sheet>h1,.head h1{font-size:1.75rem}
h1+.notice{margin-top:1rem}
.head{display:flex;flex-wrap:wrap;align-items:flex-start;justify-content:space-between;gap:.75rem 1rem;margin:0 0 .5rem}
.head>:first-child{flex:1 1 8rem;min-width:0}
.head h1,.head h2{margin:0}
.entry{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:1.5rem;margin:0 0 1rem;box-shadow:var(--shadow)}
.entry p{overflow-wrap:anywhere}
.entry h2{font-size:1.125rem;margin:0;overflow-wrap:anywhere}
.entry>.head{margin-bottom:1rem}
.entry>:last-child{margin-bottom:0}
.entry.empty{text-align:center;padding:3rem 1.5rem}
.entry.empty p{color:var(--soft);margin-top:.25rem}
.entry.empty .badge{margin:0 auto 1rem}
.soft{color:var(--soft)}
.plain{list-style:none;margin:0;padding:0}
.shell{margin:0;padding:1rem 1.25rem;overflow-x:auto;border-radius:.75rem;background:#16211d;color:#e3ebe6;font-size:.8125rem;line-height:1.6}
.shell code{font-size:1em;overflow-wrap:normal}
.field .copy{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.9375rem;background:var(--wash);user-select:all;field-sizing:content;resize:none;overflow-wrap:anywhere}
.welcome{display:grid;grid-template-columns:minmax(0,1.2fr) minmax(0,1fr);align-items:center;gap:3rem;width:100%;max-width:62rem;margin:auto;padding:2rem 0}
.welcome h1{font-size:clamp(2rem,1.2rem + 3.6vw,3.25rem);line-height:1.08;letter-spacing:-.035em;margin-bottom:1rem}
.welcome .actions.row>*{flex-basis:11.5rem}
.welcome .lead{font-size:1.125rem}
.drawing{display:block;width:100%;max-width:24rem;margin-inline:auto}
.drawing .sheet-back{fill:var(--wash);stroke:var(--line)}
.drawing .sheet-front{fill:var(--card);stroke:var(--line)}
.drawing path{fill:none;stroke-linecap:round}
.drawing .rule{stroke:var(--line)}
.drawing .strong{stroke:var(--edge)}
.drawing .word{stroke:var(--ink);stroke-width:7}
.drawing .word.soft{stroke:var(--edge);stroke-width:6;opacity:.55}
.drawing .number{stroke:var(--soft);stroke-width:6}
.drawing .total{stroke:var(--green);stroke-width:7}
.drawing .stamp{fill:var(--green)}
.drawing .tick{stroke:var(--on-green);stroke-width:4;stroke-linejoin:round}
.card>.below{margin:1.25rem 0 0;text-align:center}
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
.pair{display:grid;grid-template-columns:1fr 1fr;gap:0 1rem}
.field .fault{display:block;font-size:.875rem;color:var(--red);margin-top:.375rem}
input:is([type=text],[type=email],[type=password],[type=url]),select,textarea{width:100%;min-height:3rem;padding:.625rem .875rem;font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:.625rem;appearance:none}
input[readonly]{background:var(--wash);border-color:var(--line)}
textarea{resize:vertical;display:block}
:is(input,textarea)[aria-invalid=true]{border-color:var(--red);border-width:2px}
input:is([type=text],[type=email],[type=password],[type=url]):focus,select:focus,textarea:focus{outline:3px solid var(--ring);outline-offset:1px}
fieldset{border:0;margin:0 0 1.75rem;padding:0;min-width:0}
fieldset>:last-child{margin-bottom:0}
legend{padding:0;margin:0 0 .625rem;font-weight:650}
fieldset>.fault{display:block;font-size:.875rem;color:var(--red);margin:0 0 .5rem}
.agree{display:flex;gap:.75rem;margin:0 0 1.5rem;font-size:.875rem;cursor:pointer}
.agree input{flex:none;width:1.5rem;height:1.5rem;margin:0;accent-color:var(--green)}
.steps{list-style:none;display:flex;gap:.5rem;margin:0 0 1.5rem;padding:0;font-size:.8125rem;color:var(--soft)}
.steps li{flex:1;padding-top:.5rem;border-top:4px solid var(--line)}
.steps li.passed{border-top-color:var(--green)}
.steps li[aria-current]{border-top-color:var(--green);color:var(--ink);font-weight:650}
.seal{display:grid;place-items:center;width:3.5rem;height:3.5rem;margin:0 0 1.25rem;border-radius:50%;background:var(--green);color:var(--on-green)}
.seal.calm{background:var(--amber-wash);color:var(--amber)}
.seal svg{width:2rem;height:2rem;stroke-width:2.25}
.actions{display:flex;flex-direction:column;gap:.75rem;margin-top:1.75rem}
.actions.row{flex-direction:row;flex-wrap:wrap}
.actions.row>*{flex:1 1 10rem;text-align:center}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:3rem;padding:.625rem 1.25rem;font:inherit;font-weight:620;text-decoration:none;color:var(--on-green);background:var(--green);border:1px solid var(--green);border-radius:.625rem;cursor:pointer}
.button svg{flex:none;width:1.25rem;height:1.25rem;margin-right:.5rem}
.button.small{min-height:2.5rem;padding:.375rem 1rem;font-size:.9375rem}
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
.row-button{display:flex;gap:.875rem;align-items:center;width:calc(100% + 2rem);margin:-.875rem -1rem;padding:.875rem 1rem;font:inherit;text-align:left;color:inherit;background:none;border:0;border-radius:.75rem;cursor:pointer}
.row-button>span{flex:1;min-width:0;overflow-wrap:anywhere}
.row-button>svg{flex:none;width:1.25rem;height:1.25rem;color:var(--green)}
.rights form{flex:1;min-width:0}
:is(.rights a:not(.inline),.row-button):hover{background:var(--wash)}
.rights a>span{flex:1}
.rights a>svg{flex:none;width:1.25rem;height:1.25rem;color:var(--green)}
.rights a.inline{display:inline;margin:0;padding:0;color:var(--green);text-decoration:underline}
.rights.on-card{background:var(--card);box-shadow:var(--shadow)}
.rights.three{display:grid;grid-template-columns:repeat(3,1fr);background:var(--card);box-shadow:var(--shadow)}
.rights.three>li{border:0}
.rights.three>li{border-left:1px solid var(--line)}
.rights.three>li:nth-child(3n+1){border-left:0}
.rights.three>li:nth-child(n+4){border-top:1px solid var(--line)}
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
@media (max-width:48rem){.top.framed{grid-template-columns:1fr auto;padding-bottom:0}.top.framed nav{grid-row:2;grid-column:1/-1;margin-inline:-.875rem;overflow-x:auto}.tabs a{padding:.75rem .875rem;border-radius:0}.tabs a[aria-current]{background:none;box-shadow:inset 0 -3px var(--green)}.welcome{grid-template-columns:minmax(0,1fr);gap:1.5rem;padding:1rem 0}.drawing{max-width:16rem;order:-1;margin-inline:0}.rights.three{grid-template-columns:minmax(0,1fr)}.rights.three>li:nth-child(n){border-left:0}.rights.three>li+li{border-top:1px solid var(--line)}}
@media (max-width:30rem){.tabs{gap:0}.tabs a{padding-inline:.5rem;font-size:.9375rem}.head{margin-bottom:.75rem}.pair{grid-template-columns:minmax(0,1fr)}main{padding:0 0 2rem}.sheet,.welcome{padding-inline:1.25rem}.entry{padding:1.25rem}.card{border-width:1px 0;border-radius:0;padding:1.5rem 1.25rem;box-shadow:none;margin-block:0 auto}.top{padding:1rem 1.25rem}.facts{grid-template-columns:minmax(0,1fr);gap:0}.facts dd{margin-bottom:.625rem}}
@media (forced-colors:active){.button,.badge,.notice{border:1px solid}}
@media print{html{background:#fff;color:#000}.card{border:0;box-shadow:none;max-width:none;padding:0}.actions,.skip,.tabs,.leave{display:none}}
`;
