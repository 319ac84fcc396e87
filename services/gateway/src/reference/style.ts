/**
 * The look of the reference: the colours of our other pages, room for code beside the words. Contrast is 4.5:1 or
 * better in light and dark; nothing moves, nothing is loaded. Kept as text because the content policy names its hash.
 */
export const style = `
:root{--paper:#f5f3ee;--card:#fffefb;--ink:#1b2420;--soft:#55615b;--line:#dcd8ce;--edge:#7f8a84;--green:#0f5f49;--wash:#e6f0ea;--on-green:#fff;--red:#a3231b;--red-wash:#fbeae7;--amber:#7a5200;--blue:#1f4f8f;--violet:#6a3a8c;--code-bg:#16211d;--code-ink:#e3ebe6;--code-key:#8fd3ff;--code-text:#a8e0b4;--code-number:#f5c98b;--shadow:0 1px 2px rgb(27 36 32/.05)}
@media (prefers-color-scheme:dark){:root{--paper:#101513;--card:#18201d;--ink:#e9eeeb;--soft:#a5b2ab;--line:#2c3733;--edge:#77857e;--green:#6fd3ad;--wash:#1c302a;--on-green:#08231a;--red:#ff9d92;--red-wash:#3a1c19;--amber:#f0c46a;--blue:#8fbcff;--violet:#d3a8f0;--code-bg:#0b100e;--shadow:none}}
*,*::before,*::after{box-sizing:border-box}
html{font:100%/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif;color:var(--ink);background:var(--paper);-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:5rem}
body{margin:0}
a{color:var(--green);text-underline-offset:.2em;text-decoration-thickness:1px}
:focus-visible{outline:3px solid var(--green);outline-offset:2px;border-radius:.25rem}
main:focus{outline:none}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.875em}
.skip{position:absolute;left:-100vw}
.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem;z-index:3}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.bar{position:sticky;top:0;z-index:2;display:flex;align-items:center;gap:1.25rem;padding:.75rem 1.5rem;background:var(--card);border-bottom:1px solid var(--line)}
.brand{display:inline-flex;align-items:center;gap:.625rem;font-weight:650;letter-spacing:-.01em;color:var(--ink);text-decoration:none;white-space:nowrap}
.brand svg{width:1.625rem;height:1.625rem;color:var(--green)}
.brand small{font-weight:500;color:var(--soft)}
.search{flex:1;min-width:0;display:flex;gap:.5rem;max-width:34rem;margin-inline:auto}
.search input{flex:1;min-width:0;min-height:2.5rem;padding:.375rem .75rem;font:inherit;font-size:.9375rem;color:inherit;background:var(--paper);border:1px solid var(--edge);border-radius:.5rem}
.search button{min-height:2.5rem;padding:.375rem 1rem;font:inherit;font-size:.9375rem;font-weight:600;color:var(--on-green);background:var(--green);border:1px solid var(--green);border-radius:.5rem;cursor:pointer}
.links{display:flex;gap:1.125rem;font-size:.9375rem;white-space:nowrap}
.links a{color:var(--ink);text-decoration:none}
.links a:hover,nav li a:hover{text-decoration:underline}
.menu,.close{display:none}
.frame{display:grid;grid-template-columns:17rem minmax(0,1fr);max-width:100rem;margin-inline:auto}
#contents{position:sticky;top:4.0625rem;height:calc(100vh - 4.0625rem);overflow-y:auto;padding:1.25rem 1rem 3rem 1.5rem;font-size:.9063rem;border-right:1px solid var(--line);scrollbar-width:thin}
#contents h2{margin:1.5rem 0 .375rem;font-size:.75rem;font-weight:650;letter-spacing:.05em;text-transform:uppercase;color:var(--soft)}
#contents ul{list-style:none;margin:0;padding:0}
#contents li a{display:block;padding:.25rem .625rem;border-radius:.375rem;color:var(--ink);text-decoration:none}
#contents a[aria-current]{background:var(--wash);color:var(--green);font-weight:620}
#contents .here{margin:.125rem 0 .375rem .625rem;border-left:2px solid var(--line)}
#contents .here a{padding:.1875rem .75rem;font-size:.8438rem;color:var(--soft)}
main{padding:2rem 2.5rem 5rem;min-width:0}
h1{font-size:1.875rem;line-height:1.2;letter-spacing:-.02em;font-weight:680;margin:0 0 .5rem;text-wrap:balance;overflow-wrap:anywhere}
.lead{color:var(--soft);font-size:1.0625rem;margin:0 0 2rem;max-width:46rem}
h2{font-size:1.25rem;line-height:1.35;letter-spacing:-.01em;font-weight:650;margin:2.25rem 0 .5rem}
h3{font-size:.9375rem;font-weight:650;margin:1.5rem 0 .5rem}
p{margin:0 0 .875rem;max-width:46rem}
.prose code,.words code,.facts code,td code,.path{background:var(--wash);border-radius:.25rem;padding:.0625rem .3125rem;overflow-wrap:anywhere}
.small{font-size:.875rem;color:var(--soft)}
.operation{padding:2rem 0;border-top:1px solid var(--line);scroll-margin-top:4.5rem}
.operation>header h2{margin:0 0 .5rem}
.operation>header h2 a{color:inherit;text-decoration:none}
.operation>header h2 a:hover{text-decoration:underline}
.line{display:flex;flex-wrap:wrap;align-items:center;gap:.625rem;margin:0 0 .5rem;max-width:none}
.path{font-size:.9375rem;background:none;padding:0}
.path i{font-style:normal;color:var(--violet)}
.also{font-size:.875rem;color:var(--soft);margin-bottom:.5rem}
.also .path{font-size:.875rem}
.method{display:inline-block;min-width:4.25rem;text-align:center;padding:.125rem .5rem;font:650 .75rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.03em;border:1px solid currentColor;border-radius:.375rem;color:var(--green)}
.method.post{color:var(--blue)}.method.put{color:var(--amber)}.method.patch{color:var(--violet)}.method.delete{color:var(--red)}
ul.facts{display:flex;flex-wrap:wrap;gap:.375rem .5rem;list-style:none;margin:0 0 .5rem;padding:0;font-size:.8125rem}
ul.facts li{padding:.125rem .625rem;border:1px solid var(--line);border-radius:1rem;color:var(--soft);background:var(--card)}
.columns{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,26rem);gap:2.5rem;align-items:start}
.samples{position:sticky;top:5.25rem}
.samples h3:first-child,.words>h3:first-child{margin-top:.5rem}
.code{margin:0;padding:.875rem 1rem;max-height:28rem;overflow:auto;border-radius:.625rem;background:var(--code-bg);color:var(--code-ink);line-height:1.5;font-size:.8125rem;white-space:pre;scrollbar-width:thin}
.code.wrap{white-space:pre-wrap;overflow-wrap:anywhere}
.code code{font-size:inherit;background:none;padding:0}
.code .k{color:var(--code-key)}.code .s{color:var(--code-text)}.code .n{color:var(--code-number)}
.fields{list-style:none;margin:0;padding:0;border:1px solid var(--line);border-radius:.625rem;background:var(--card);box-shadow:var(--shadow)}
.fields>li{padding:.625rem .875rem;border-top:1px solid var(--line)}
.fields>li:first-child{border-top:0}
.fields .fields{margin-top:.5rem;background:var(--paper);box-shadow:none}
.field-head{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .625rem}
.name{font-weight:650;background:none!important;padding:0!important}
.type{font-size:.8438rem;font-weight:400;color:var(--soft);overflow-wrap:anywhere}
.must{font-size:.75rem;font-weight:620;color:var(--red)}
.about{font-size:.9063rem;color:var(--soft)}
.about p{margin:.125rem 0 0}
.bounds{display:flex;flex-wrap:wrap;gap:.125rem .75rem;font-size:.8438rem}
details summary{cursor:pointer;font-size:.875rem;color:var(--green);margin-top:.375rem;width:fit-content}
details.answer>.fields{margin-top:.5rem}
.status{display:inline-block;min-width:2.5rem;padding:.0625rem .375rem;text-align:center;font:650 .8125rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;border-radius:.375rem}
.status.good{background:var(--wash);color:var(--green)}
.status.bad{background:var(--red-wash);color:var(--red)}
.failures{list-style:none;margin:0;padding:0;font-size:.9063rem}
.failures li{padding:.1875rem 0;line-height:1.9}
.failures a{margin-right:.375rem}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1rem;list-style:none;margin:0 0 2rem;padding:0}
.cards>li{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem 1.125rem;box-shadow:var(--shadow)}
.cards h3{margin:0 0 .25rem;font-size:1rem}
.cards p{font-size:.9063rem;color:var(--soft);margin:0 0 .5rem}
.cards .list{font-size:.9063rem;line-height:1.75}
.toc{columns:2;column-gap:2rem;list-style:none;margin:0 0 2rem;padding:0;font-size:.9375rem}
.toc li{break-inside:avoid;padding:.25rem 0;display:flex;gap:.625rem;align-items:baseline}
table{width:100%;border-collapse:collapse;font-size:.9063rem;background:var(--card);border:1px solid var(--line)}
th,td{text-align:left;padding:.625rem .75rem;border-top:1px solid var(--line);vertical-align:top}
thead th{border-top:0;color:var(--soft);font-weight:600;font-size:.8125rem}
tbody th{font-weight:600;white-space:nowrap}
tr:target{background:var(--wash)}
tr{scroll-margin-top:4.5rem}
.jump{display:flex;flex-wrap:wrap;gap:.375rem .5rem;margin:0 0 2rem;padding:0;list-style:none;font-size:.875rem}
.jump a{display:block;padding:.1875rem .75rem;border:1px solid var(--line);border-radius:1rem;background:var(--card);text-decoration:none}
.try{float:right;font-size:.875rem}
.sheet{display:grid;gap:1rem;max-width:46rem;padding:1.25rem;margin:0 0 1.5rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem;box-shadow:var(--shadow)}
.sheet label{display:grid;gap:.25rem;font-size:.9063rem;font-weight:600}
.sheet :is(input,select,textarea){width:100%;min-height:2.625rem;padding:.5rem .75rem;font:inherit;font-weight:400;color:inherit;background:var(--paper);border:1px solid var(--edge);border-radius:.5rem}
.sheet textarea{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.8125rem;line-height:1.5;resize:vertical}
.sheet button{min-height:2.625rem;padding:.5rem 1.5rem;font:inherit;font-weight:620;color:var(--on-green);background:var(--green);border:1px solid var(--green);border-radius:.5rem;cursor:pointer}
.sheet summary{margin:0;font-size:.9375rem;font-weight:620}
.credential{display:block}
.first .code{max-width:46rem}
.credential[open] summary{margin-bottom:.75rem}
.row{display:grid;grid-template-columns:1fr 1fr auto;gap:.75rem;align-items:end;margin-bottom:.25rem}
.send{display:flex;align-items:center;gap:1rem;margin:0}
.warn{padding:.75rem 1rem;border-left:4px solid var(--amber);background:var(--card)}
#answer .status{background:var(--red-wash);color:var(--red)}#answer[data-good=true] .status{background:var(--wash);color:var(--green)}
#answer .code{max-height:40rem}
.hits{list-style:none;margin:0;padding:0}
.hits li{padding:.875rem 0;border-top:1px solid var(--line)}
.hits p{margin:.125rem 0 0;color:var(--soft);font-size:.9063rem}
.hits a:has(.method){text-decoration:none}
.hits a .path{text-decoration:underline}
.hits .kind{font-size:.75rem;font-weight:620;color:var(--soft);border:1px solid var(--line);border-radius:1rem;padding:.0625rem .5rem;margin-left:.375rem;white-space:nowrap}
.guide{max-width:52rem}
.guide h2{margin-top:2.5rem}
.guide .code{margin:.75rem 0 1rem}
.guide .norwegian{border-left:4px solid var(--green);padding-left:1rem}
.copied{position:relative;margin:.75rem 0 1rem}
.guide .copied .code{margin:0;padding-right:5.25rem}
.copy{position:absolute;top:.5rem;right:.5rem;min-width:4.25rem;min-height:2rem;padding:.125rem .625rem;font-family:inherit;font-size:.8125rem;font-weight:600;line-height:1.5;color:var(--code-ink);background:#2b3a34;border:1px solid #6d7f77;border-radius:.375rem;cursor:pointer}
.guide .printed .code{background:var(--card);color:var(--ink);border:1px solid var(--line)}
.guide :is(.printed,.saved)>.small{margin:0}
.guide :is(.printed,.saved)>:is(.code,.copied){margin-top:.25rem}
.before{margin:1.5rem 0;padding:1rem 1.25rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
.guide .before h2{margin-top:0;font-size:1.0625rem}
.before .code:last-child{margin-bottom:0}
:is(.steps,.points){max-width:46rem;padding-left:1.375rem}
:is(.steps,.points) li{margin:0 0 .5rem}
.scroll{overflow-x:auto;margin:0 0 1rem}
.next{margin-top:2.5rem;padding-top:1rem;border-top:1px solid var(--line)}
@media (max-width:80rem){.columns{grid-template-columns:minmax(0,1fr);gap:1rem}.samples{position:static}}
@media (max-width:56rem){.frame{grid-template-columns:minmax(0,1fr)}#contents{display:none}#contents:target{display:block;position:fixed;inset:0;z-index:4;height:auto;background:var(--card);border:0}.menu{display:inline}.close{display:inline-block;margin-bottom:.75rem;padding:.5rem 1rem;border:1px solid var(--edge);border-radius:.5rem;color:var(--ink);text-decoration:none}.bar{position:static;flex-wrap:wrap;gap:.75rem 1rem;padding:.75rem 1rem}.search{order:3;flex-basis:100%;max-width:none}.links{margin-left:auto;gap:.875rem}.links a[href="/openapi.json"]{display:none}main{padding:1.5rem 1rem 4rem}.toc{columns:1}.row{grid-template-columns:1fr}tbody th{white-space:normal;overflow-wrap:anywhere}thead{display:none}tbody tr{display:block;padding:.75rem;border-top:1px solid var(--line)}td,tbody th{display:block;border:0;padding:.125rem 0}html{scroll-padding-top:1rem}}
@media (max-width:40rem){.guide .copied .code{padding-right:1rem;padding-top:3rem}}
@media print{.bar,#contents,.samples{display:none}.frame{display:block}html{background:#fff;color:#000}.operation{break-inside:avoid-page}}
`;
