/**
 * Whether a list of hosts, as `only_hosts` of config.json contains it, names a host. An entry is a name or an address,
 * with a port if only that one is meant; `*` matches any text within a name, and never an address. `host`: without brackets.
 */
export function namesHost(entries: readonly string[], host: string, port: number): boolean {
  const name = plainHost(host)
  return entries.some((entry) => {
    const { host: named, port: only } = entryParts(entry)
    if (only !== null && only !== port) return false
    if (named === name) return true
    return named.includes('*') && !isAddress(name) && patternOf(named).test(name)
  })
}

/** Whether a name or an address is this machine's own. A name of it may still lead elsewhere: look it up. */
export function isThisMachine(host: string): boolean {
  const name = plainHost(host)
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  const four = name.replace(/^::ffff:(?=\d+\.)/, '')
  return /^127(\.\d{1,3}){3}$/.test(four) || ['::1', '0.0.0.0', '::'].includes(four)
}

/** In lower case, without brackets and without the dot that ends an absolute name. */
function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}

function entryParts(entry: string): { readonly host: string; readonly port: number | null } {
  const text = entry.toLowerCase()
  const isBareAddress6 = !text.startsWith('[') && text.split(':').length > 2
  const [, host = text, port] = isBareAddress6 ? [] : (/^(.*?)(?::(\d+))?$/.exec(text) ?? [])
  return { host: plainHost(host), port: port === undefined ? null : Number(port) }
}

function isAddress(host: string): boolean {
  return host.includes(':') || /^[\d.]+$/.test(host)
}

function patternOf(named: string): RegExp {
  const parts = named.split('*').map((part) => part.replaceAll('.', String.raw`\.`))
  return new RegExp(`^${parts.join('.*')}$`, 'u')
}
