/** A person at a browser, as far as signing in and consenting need one: cookies, forms, no script. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  /**
   * Follows an authorization address through login and consent to the address of the application that it leads back to.
   * @param person who signs in
   * @param write whether the box for writing stays ticked
   */
  async authorize(
    address: URL,
    person: { readonly email: string; readonly password: string },
    write = true,
  ): Promise<URL> {
    const application = address.searchParams.get('redirect_uri')!;
    let answer = await this.#ask(address);
    for (let step = 0; step < 8; step++) {
      const location = answer.headers.get('location');
      if (location !== null) {
        const target = new URL(location, address);
        if (target.href.startsWith(application)) return target;
        answer = await this.#ask(target);
        continue;
      }
      const page = await answer.text();
      if (!answer.ok) throw new Error(`The browser was shown ${answer.status}: ${page.slice(0, 300)}`);
      const action = new URL(attributeOf(page, /<form[^>]*>/, 'action'), address);
      const hidden = [...page.matchAll(/<input type="hidden"[^>]*>/g)].map(([tag]) => [
        attributeOf(tag, /.*/, 'name'),
        attributeOf(tag, /.*/, 'value'),
      ]);
      const typed = page.includes('type="password"')
        ? { email: person.email, password: person.password }
        : { confirm: 'yes', ...(write && page.includes('name="write"') ? { write: 'on' } : {}) };
      answer = await this.#ask(action, new URLSearchParams({ ...Object.fromEntries(hidden), ...typed }));
    }
    throw new Error('Signing in went round in circles');
  }

  async #ask(address: URL, form?: URLSearchParams): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { accept: 'text/html', cookie, ...(form ? { origin: address.origin } : {}) },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      this.#cookies.set(name!, value!);
    }
    return response;
  }
}

function attributeOf(page: string, tag: RegExp, name: string): string {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag.exec(page)?.[0] ?? '')?.[1];
  if (value === undefined) throw new Error(`The page has no ${name} where one was expected`);
  return value.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
}
