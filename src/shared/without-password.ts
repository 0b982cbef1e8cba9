const SECRET_NAMES =
  /(password|passwd|pwd|passphrase|secret|token|key|auth|authorization|cookie|session|sig|signature|credentials?|code|_pat)$/i

/**
 * Addresses with `//`, wherever they are in a text. A scheme is looked for in a bounded number of characters, so that a
 * long text without any takes no longer than its length.
 */
export const ADDRESS_IN_TEXT = /[a-z][a-z0-9+.-]{0,40}:\/\/[^\s"'<>]+/gi

/** Whether a parameter, header, variable or option of this name has a secret as its value. */
export function isSecretName(name: string): boolean {
  return SECRET_NAMES.test(name)
}

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
  const secrets = Array.from(url.searchParams.keys()).filter(isSecretName)
  for (const name of secrets) url.searchParams.delete(name)
  return address.endsWith('/') ? url.href : url.href.replace(/\/$/, '')
}

/** Returns the secrets in an address with `//`: its password, and the values of parameters with names of secrets. */
export function secretsInAddress(address: string): readonly string[] {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? URL.parse(address) : null
  if (url === null) return []
  // In front of a host of the web, a name alone is mostly a token.
  const user = url.password === '' && /^https?:$/.test(url.protocol) ? url.username : ''
  const values = [...url.searchParams].flatMap(([name, value]) => (isSecretName(name) ? [value] : []))
  return [url.password, user]
    .flatMap((part) => [part, decoded(part)])
    .concat(values)
    .filter((part) => part !== '')
}

/** Returns the text without its percent codes; as it is if they are broken. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Without an `@`, text such as `password=secret` may occur anywhere. */
function withoutUser(address: string): string {
  const host = address.slice(address.lastIndexOf('@') + 1)
  return /[=?\s]/.test(host) ? '…' : host
}
