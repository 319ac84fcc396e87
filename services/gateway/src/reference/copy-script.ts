/**
 * The program of pages whose code is to be pasted: a button on each block that copies it. It sends nothing. Kept as text
 * because the content policy names its hash. Browsers give a clipboard only to pages that came safely: by https, or from
 * this machine.
 */
export const copyScript = `
'use strict';
(() => {
  if (!navigator.clipboard) return;
  for (const code of document.querySelectorAll('[data-copy]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    const show = (text) => {
      button.textContent = text;
      button.setAttribute('aria-label', text + ': ' + code.getAttribute('aria-label'));
    };
    show('Copy');
    const place = document.createElement('div');
    place.className = 'copied';
    code.replaceWith(place);
    place.append(code, button);
    let again;
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(code.textContent + '\\n');
        show('Copied');
      } catch {
        show('Not allowed');
      }
      clearTimeout(again);
      again = setTimeout(show, 2000, 'Copy');
    });
  }
})();
`;
