/**
 * The look of a report page. System fonts, since nothing may be fetched; tabular figures; dark where the reader wants
 * dark; on a phone each row becomes a small card; on paper the head of the table repeats and no row is torn.
 */
export const REPORT_CSS = `
:root{color-scheme:light dark;--ink:#1b2420;--soft:#55615b;--faint:#6a756e;--rule:#e4e6e1;--strong:#b6beb8;--accent:#0f5f49;--paper:#fffefb;--band:#f5f5f0}
@media (prefers-color-scheme:dark){:root{--ink:#e9eeeb;--soft:#a5b2ab;--faint:#8b9991;--rule:#26302c;--strong:#48554f;--accent:#6fd3ad;--paper:#101513;--band:#18201d}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.45 "Source Sans 3","Source Sans Pro",system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;font-variant-numeric:tabular-nums lining-nums;font-kerning:normal}
main{max-width:72rem;margin:0 auto;padding:clamp(1.25rem,4vw,3.5rem) clamp(1rem,4vw,3rem)}
.company{margin:0;color:var(--soft)}
.company b{color:var(--ink);font-weight:600}
.company span{margin-left:.9em;white-space:nowrap}
h1{margin:.9rem 0 0;font-size:clamp(1.5rem,1rem + 3vw,2.6rem);line-height:1.1;font-weight:650;letter-spacing:-.015em;color:var(--accent);overflow-wrap:anywhere}
.period{margin:.35rem 0 0;font-size:1.1rem}
.facts{display:flex;flex-wrap:wrap;gap:.6rem 2rem;margin:1.5rem 0 2rem;padding:1rem 0;border-block:1px solid var(--rule)}
.facts dt{color:var(--soft);font-size:.78rem}
.facts dd{margin:0}
table{width:100%;border-collapse:collapse}
th,td{padding:.32rem .6rem;text-align:left;vertical-align:baseline;font-weight:400}
th:first-child,td:first-child{padding-left:0}
th:last-child,td:last-child{padding-right:0}
thead th{position:sticky;top:0;z-index:1;background:var(--paper);color:var(--soft);font-size:.8rem;font-weight:600;padding-block:.7rem .5rem;vertical-align:bottom;box-shadow:inset 0 -1.5px 0 var(--accent)}
.running{display:none}
.n{min-width:6.5rem;text-align:right;white-space:nowrap}
.z{color:var(--faint)}
.code{color:var(--soft);white-space:nowrap}
.l td,.l th{border-bottom:1px solid var(--rule)}
.l th,.t th{width:100%;overflow-wrap:break-word}
.l3 th{padding-left:1.9rem;color:var(--soft)}
tbody tr.l:hover>*{background:var(--band)}
.h th{font-weight:600}
.h1 th{padding-top:2.2rem;padding-bottom:.2rem;font-size:1.2rem;color:var(--accent);letter-spacing:-.005em}
.h2 th{padding-top:1rem;color:var(--soft);font-size:.86rem}
.h3 th{padding-left:3.9rem;padding-top:.5rem}
.t th,.t td{font-weight:600}
.t3 th,.t3 td,.t2 th,.t2 td{border-bottom:1px solid var(--strong)}
.t1 th,.t1 td{padding-block:.5rem;border-top:1px solid var(--strong);border-bottom:1.5px solid var(--accent)}
.t0 th,.t0 td{padding-top:1.4rem;padding-bottom:.45rem;font-size:1.05rem;border-bottom:4px double var(--accent)}
.t .z{color:inherit}
.empty{padding:3rem 1rem;text-align:center;color:var(--soft);background:var(--band);border-radius:.5rem}
footer{margin-top:2rem;color:var(--soft);font-size:.85rem}
footer p{margin:.15rem 0}
@media screen and (min-width:44.01rem){
.wide{max-width:none;padding-inline:1.25rem}
.wide table{font-size:.74rem}
.wide th,.wide td{padding-inline:.28rem}
.wide .n{min-width:0}
.wide .l th,.wide .t th{min-width:7.5rem}
.wide .t0 th,.wide .t0 td{font-size:inherit}
}
@media screen and (max-width:44rem){
.company span{display:block;margin:0}
table,tbody{display:block}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tr{display:grid;grid-template-columns:3.4rem 1fr 1fr;gap:.1rem .6rem;padding:.55rem 0;border-bottom:1px solid var(--rule)}
tr>*,.l td,.l th,.t td,.t th{padding:0!important;border:0!important}
tr.h{display:block;border:0;padding:1.6rem 0 .2rem}
tr.h2,tr.h3{padding-top:.9rem}
.l th,.t th{width:auto;grid-column:2/-1;font-weight:600;overflow-wrap:anywhere}
.l3 th{color:var(--ink)}
.code{grid-column:1}
.n{width:auto;min-width:0;text-align:left;grid-column:auto;white-space:normal}
.n::before{content:attr(data-label);display:block;color:var(--soft);font-size:.75rem;font-weight:400}
.n:nth-child(odd){grid-column:2}
.n:nth-child(even){grid-column:3}
td:empty{display:none}
.t1{border-bottom:1.5px solid var(--accent)}
.t0{border-bottom:4px double var(--accent)}
}
@page{size:A4;margin:14mm 13mm 15mm}
@page{@bottom-right{content:counter(page) " / " counter(pages);font:8pt system-ui,sans-serif;color:#55615b}}
@page wide{size:A4 landscape}
@media print{
.wide{page:wide}
.wide table{font-size:6.4pt}
.wide th,.wide td{padding-inline:3pt}
:root{color-scheme:light;--ink:#000;--soft:#444;--faint:#888;--rule:#ddd;--strong:#999;--accent:#0f5f49;--paper:#fff}
html{font-size:8.6pt}
body{font-size:1rem;line-height:1.3}
main{max-width:none;padding:0}
h1{font-size:20pt;margin-top:6pt}
.period{font-size:11pt}
.facts{margin:10pt 0;padding:6pt 0;gap:3pt 18pt}
thead{display:table-header-group}
thead th{position:static;box-shadow:none;font-size:7.8pt;border-bottom:1.2pt solid var(--accent)}
.n{min-width:0;padding-left:10pt}
.wide .n{padding-left:4pt}
thead .n{white-space:normal}
.running{display:table-row}
.running td{padding:0 0 4pt;color:var(--soft);font-size:7.5pt}
th,td{padding-block:1.6pt}
tr{break-inside:avoid}
.h{break-after:avoid}
.t{break-before:avoid}
tbody tr.l:hover>*{background:none}
.h1 th{padding-top:12pt;font-size:11pt}
.h2 th{padding-top:6pt;font-size:8.6pt}
footer{break-inside:avoid;margin-top:12pt}
}
`;
