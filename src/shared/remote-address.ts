import { ok, refuse, type Result } from './result.ts'

/** Where commits are pushed to. */
export interface RemoteAddress {
  /** Without what may be secret: the name and password of a web address, its query and its fragment. */
  readonly shown: string
  /** `host` or `host:port`; null: a folder of this machine. */
  readonly host: string | null
  /** `OWNER/NAME`, with further groups in between on GitLab; of a folder its absolute path. */
  readonly repository: string
}

const WHAT_TO_DO = 'Give the remote an address with https, ssh or a path: `git remote set-url`.'
const PROTOCOLS: ReadonlySet<string> = new Set(['https:', 'http:', 'ssh:', 'file:'])

/**
 * Reads the address of a remote, which anyone who can write in the repository chooses. REFUSED for what git would start a
 * program for (`ext::COMMAND` and other helpers), for hosts that ssh would take for options, and for other protocols.
 */
export function remoteAddress(text: string): Result<RemoteAddress> {
  if (text === '' || text.length > 4_000 || /[\p{Cc}\p{Cs}]/u.test(text) || text.startsWith('-'))
    return refuse(`The address of the remote has a form that is not used. ${WHAT_TO_DO}`)
  if (/^[A-Za-z0-9+.-]*::/.test(text)) {
    return refuse(`The address of the remote would start a program of its own. ${WHAT_TO_DO}`)
  }
  if (text.startsWith('/')) return ok({ shown: text, host: null, repository: text })
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text)) return ofUrl(text)
  const parts = /^(?:(?<user>[\w.-]+)@)?(?<host>[\w.-]+):(?<path>[^:].*)$/su.exec(text)?.groups
  if (parts === undefined) return refuse(`The address of the remote is not understood. ${WHAT_TO_DO}`)
  return ofHost(parts['host'] ?? '', parts['path'] ?? '', text)
}

function ofUrl(text: string): Result<RemoteAddress> {
  if (!URL.canParse(text)) return refuse(`The address of the remote is not understood. ${WHAT_TO_DO}`)
  const { protocol, host, hostname, username, pathname } = new URL(text)
  if (!PROTOCOLS.has(protocol)) return refuse(`${protocol} is not used for pushing. ${WHAT_TO_DO}`)
  if (protocol === 'file:') {
    const path = decoded(pathname)
    if (host !== '' || path === null) return refuse(`The address of the remote is not understood. ${WHAT_TO_DO}`)
    return ok({ shown: `file:${pathname}`, host: null, repository: path })
  }
  // The name in an ssh address is that of an account for all, as `git`; in a web address it may be a token.
  const user = protocol === 'ssh:' && username !== '' ? `${username}@` : ''
  // The port of ssh is none of the host's pages.
  return ofHost(protocol === 'ssh:' ? hostname : host, pathname, `${protocol}//${user}${host}${pathname}`)
}

function ofHost(host: string, path: string, shown: string): Result<RemoteAddress> {
  if (host === '' || host.startsWith('-') || path.startsWith('-')) {
    return refuse(`The address of the remote could be an option of a program. ${WHAT_TO_DO}`)
  }
  const repository = path
    .replace(/^\/+/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
  return ok({ shown, host, repository })
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/** Forms of tokens of code hosts: GitHub's and GitLab's. */
const TOKENS = /\b(?:gh[pousr]_|github_pat_|glpat-|gloas-|glptt-)[A-Za-z0-9_.-]{8,}/g

/** Returns a text without names and passwords in addresses, and without tokens of code hosts. */
export function withoutAddressSecrets(text: string): string {
  return text.replaceAll(/(?<scheme>\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, '$<scheme>').replaceAll(TOKENS, '[token]')
}
