const SECRET_PARAMETERS = /(password|passwd|secret|token|key)$/i

/**
 * An address as it may be shown: `http://ada:secret@host:3128` becomes `http://ada@host:3128`. Parameters that are named
 * like secrets are left out too. Of what is no address with `//` in it, nothing of the part before `@` is shown:
 * `ada:secret@host:3128` becomes `host:3128`.
 */
export function withoutPassword(address: string): string {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? URL.parse(address) : null
  if (url === null) return withoutUser(address)
  url.password = ''
  const secrets = Array.from(url.searchParams.keys()).filter((name) => SECRET_PARAMETERS.test(name))
  for (const name of secrets) url.searchParams.delete(name)
  return address.endsWith('/') ? url.href : url.href.replace(/\/$/, '')
}

/** Without an `@`, `password=secret` and the like may stand anywhere. */
function withoutUser(address: string): string {
  const host = address.slice(address.lastIndexOf('@') + 1)
  return /[=?\s]/.test(host) ? '…' : host
}
