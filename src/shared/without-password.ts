const SECRET_PARAMETERS = /(password|passwd|pwd|secret|token|key|auth|authorization|sig|signature|credentials?|code)$/i

/**
 * Returns an address in a form that may be shown: `http://ada:secret@host:3128` becomes `http://ada@host:3128`.
 * Parameters with names of secrets are removed too. If the text is not an address with `//`, the whole part before `@`
 * is removed: `ada:secret@host:3128` becomes `host:3128`.
 */
export function withoutPassword(address: string): string {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? URL.parse(address) : null
  if (url === null) return withoutUser(address)
  // In front of a host of the web, a name alone is mostly a token.
  if (url.password === '' && /^https?:$/.test(url.protocol)) url.username = ''
  url.password = ''
  const secrets = Array.from(url.searchParams.keys()).filter((name) => SECRET_PARAMETERS.test(name))
  for (const name of secrets) url.searchParams.delete(name)
  return address.endsWith('/') ? url.href : url.href.replace(/\/$/, '')
}

/** Without an `@`, text such as `password=secret` may occur anywhere. */
function withoutUser(address: string): string {
  const host = address.slice(address.lastIndexOf('@') + 1)
  return /[=?\s]/.test(host) ? '…' : host
}
