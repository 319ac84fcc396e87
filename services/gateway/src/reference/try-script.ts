/**
 * The program of the "try it" page: signs in, fills the address, sends, shows what came back. It speaks to our own
 * origin only. Kept as text because the content policy names its hash.
 */
export const tryScript = `
'use strict';
(() => {
  const byId = (id) => document.getElementById(id);
  const tokenField = byId('token');
  const say = (id, text) => { byId(id).textContent = text; };
  const KEY = 'try.token';
  document.documentElement.classList.add('scripted');
  tokenField.value = sessionStorage.getItem(KEY) || '';
  tokenField.addEventListener('input', () => sessionStorage.setItem(KEY, tokenField.value.trim()));

  const signIn = async (email, password) => {
    say('sign-in-said', 'Signing in…');
    try {
      const response = await fetch('/v2/oauth/login', { method: 'POST', headers: { 'Content-Type': 'application/json', Accept: 'application/json' }, body: JSON.stringify({ email, password }), credentials: 'omit' });
      const body = await response.json();
      if (!response.ok) return say('sign-in-said', body.error_description || 'That did not work (' + response.status + ').');
      tokenField.value = body.token;
      sessionStorage.setItem(KEY, body.token);
      say('sign-in-said', 'Signed in as ' + email + ' for an hour, in this tab only.');
    } catch (error) {
      say('sign-in-said', 'The platform could not be reached.');
    }
  };
  byId('sign-in').addEventListener('submit', async (event) => {
    event.preventDefault();
    const { email, password } = event.target.elements;
    await signIn(email.value, password.value);
    if (tokenField.value) password.value = '';
  });
  const demo = byId('demo');
  if (demo) demo.addEventListener('click', () => signIn(demo.dataset.email, demo.dataset.password));

  const form = byId('call');
  if (!form) return;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const fields = [...form.elements].filter((field) => field.dataset.in && field.value !== '');
    let path = form.dataset.path;
    const query = new URLSearchParams();
    for (const field of fields) {
      if (field.dataset.in === 'path') path = path.replace('{' + field.name + '}', encodeURIComponent(field.value));
      else query.set(field.name, field.value);
    }
    if (/[{}]/.test(path)) return say('said', 'Fill in the parameters of the path.');
    const url = path + (query.size ? '?' + query : '');
    const needsToken = form.dataset.credential === 'yes';
    // In the demo nobody has to sign in first: whoever has no token sends as the owner.
    if (needsToken && demo && !tokenField.value.trim()) await signIn(demo.dataset.email, demo.dataset.password);
    const headers = { Accept: form.elements.accept ? form.elements.accept.value : 'application/json' };
    if (needsToken && tokenField.value.trim()) headers.Authorization = 'Bearer ' + tokenField.value.trim();
    if (form.dataset.method === 'POST') headers['Idempotency-Key'] = crypto.randomUUID();
    const text = form.elements.body ? form.elements.body.value : '';
    if (text) headers['Content-Type'] = form.dataset.type;
    say('said', 'Sending…');
    const started = performance.now();
    try {
      const response = await fetch(url, { method: form.dataset.method, headers, body: text || undefined, credentials: 'omit', redirect: 'manual' });
      const took = Math.round(performance.now() - started);
      byId('answer').hidden = false;
      byId('answer').dataset.good = String(response.ok);
      say('status', response.status ? String(response.status) : 'redirect');
      say('said', 'Answered in ' + took + ' ms.');
      say('headers', [...response.headers].map(([name, value]) => name + ': ' + value).join('\\n'));
      const type = response.headers.get('content-type') || '';
      if (type.includes('json') || type.startsWith('text/')) {
        const raw = await response.text();
        let shown = raw;
        if (type.includes('json')) try { shown = JSON.stringify(JSON.parse(raw), null, 2); } catch {}
        say('body', shown.slice(0, 200000));
      } else {
        const bytes = (await response.arrayBuffer()).byteLength;
        say('body', bytes === 0 ? '(no body)' : '(' + bytes + ' bytes of ' + (type || 'unknown type') + ')');
      }
      byId('answer').scrollIntoView({ block: 'nearest' });
    } catch (error) {
      say('said', 'No answer came: the platform could not be reached.');
    }
  });
})();
`;
