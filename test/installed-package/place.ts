import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A user who has an empty home, a Node and npm, and nothing of ours: on this machine, or in a Debian of its own. */
export interface Place {
  /** What is printed, such as `Node 24.21.0, root`. */
  readonly name: string
  /** The home, as programs of this process see it. */
  readonly home: string
  /** The same, as its own programs see it. */
  readonly ownHome: string
  /** Starts a program in the home, without any variable of this process. `extra`: more variables. Its standard input is closed. */
  start(line: readonly string[], extra?: Readonly<Record<string, string>>): ChildProcess
}

interface User {
  readonly name: string
  readonly uid: number
}

const ORDINARY = 65_534
const IS_ROOT = process.getuid?.() === 0

/** The users that this process can act as: its own, and as root also an ordinary one. */
export const USERS: readonly User[] = IS_ROOT
  ? [
      { name: 'root', uid: 0 },
      { name: 'an ordinary user', uid: ORDINARY },
    ]
  : [{ name: 'this user', uid: process.getuid?.() ?? -1 }]

/** Certificates that npm needs where a proxy of this machine has its own. */
const CERTIFICATES = process.env['NODE_EXTRA_CA_CERTS'] ?? null

/**
 * Makes a new home of `user` on this machine. `node` is a folder with `bin/node` and `bin/npm`; its packages are installed into
 * the home, for root too.
 */
export function placeHere(name: string, user: User, node: string): Place {
  const home = mkdtempSync(join(tmpdir(), 'ikigai-place-'))
  giveTo(user, home)
  const as =
    user.uid === ORDINARY && IS_ROOT ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.uid}`, '--clear-groups'] : []
  return {
    name: `${name}, ${user.name}`,
    home,
    ownHome: home,
    start: (line, extra = {}) =>
      startIn(home, [...as, ...line], {
        ...variables(home, `${node}/bin`),
        npm_config_prefix: join(home, '.local'),
        ...extra,
      }),
  }
}

/** Mounts what programs need, in a namespace that ends with the program, and starts it as a user. */
const ENTER = `mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && root=$1 user=$2 && shift 2 &&
exec chroot --userspec="$user" "$root" sh -c 'cd "$HOME" && exec "$@"' sh "$@"`

/** Makes a new home of `user` in the Debian in `root`, whose Node is in /usr/local. Only root can enter it. */
export function placeInDebian(name: string, user: User, root: string): Place {
  const ownHome = user.uid === 0 ? '/root' : '/home/newcomer'
  const home = join(root, ownHome)
  mkdirSync(home, { recursive: true })
  giveTo(user, home)
  // Root's packages go where npm puts them by itself.
  const prefix: Readonly<Record<string, string>> = user.uid === 0 ? {} : { npm_config_prefix: `${ownHome}/.local` }
  return {
    name: `${name} in Debian, ${user.name}`,
    home,
    ownHome,
    start: (line, extra = {}) =>
      startIn('/', ['unshare', '--mount', 'sh', '-c', ENTER, 'sh', root, `${user.uid}:${user.uid}`, ...line], {
        ...variables(ownHome, '/usr/local/bin'),
        ...prefix,
        ...extra,
      }),
  }
}

/** Gives the Debian in `root` this machine's way to the registry. */
export function connectDebian(root: string): void {
  for (const file of ['/etc/resolv.conf', '/etc/hosts', CERTIFICATES]) {
    if (file === null || !existsSync(file)) continue
    mkdirSync(dirname(join(root, file)), { recursive: true })
    cpSync(file, join(root, file), { dereference: true })
  }
}

/** The bytes that npm fetched into the cache of a place's home: packages as they are packed, and lists of versions. */
export function fetchedBytes(place: Place): number {
  const cache = join(place.home, '.npm', '_cacache', 'content-v2')
  if (!existsSync(cache)) return 0
  const files = readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0)
}

function variables(home: string, node: string): Readonly<Record<string, string>> {
  const certificates: Readonly<Record<string, string>> =
    CERTIFICATES === null ? {} : { NODE_EXTRA_CA_CERTS: CERTIFICATES }
  const path = [`${home}/.local/bin`, node, '/usr/local/sbin', '/usr/sbin', '/usr/bin', '/bin']
  return { HOME: home, PATH: path.join(':'), LANG: 'C.UTF-8', npm_config_update_notifier: 'false', ...certificates }
}

function giveTo({ uid }: User, home: string): void {
  // As root, the database runs as another user, who must reach its folder.
  chmodSync(home, 0o755)
  if (IS_ROOT) chownSync(home, uid, uid)
}

function startIn(cwd: string, [program = '', ...args]: readonly string[], env: Readonly<Record<string, string>>) {
  return spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
}
