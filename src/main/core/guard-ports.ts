import type { AppError } from '../../shared/app-error.ts'
import { withoutSecretsInFailure } from '../../shared/known-secrets.ts'
import { err, type Result, stackOf } from '../../shared/result.ts'
import type { EngineDependencies } from './engine-dependencies.ts'
import { PortTimeout, withinLimit } from './ports/port-timeout.ts'
import type { Clock, Logger } from './ports/system-ports.ts'

/** The guarded ports, and how a user calls them. */
const GUARDED = {
  storage: 'The database',
  providers: 'The start of a provider',
  checkpoints: 'The record of changes to files',
  projectFiles: 'The folder of the project',
  worktrees: 'git',
  commits: 'git',
  credentials: 'The store of keys',
} as const satisfies Partial<Record<keyof EngineDependencies, string>>

type Guarded = Pick<EngineDependencies, keyof typeof GUARDED>

/** The paths of all methods that answer with something other than a promise of a `Result`. */
type OtherPaths<Ports, Prefix extends string = ''> = {
  [Name in keyof Ports & string]: Ports[Name] extends (...args: never[]) => infer Answer
    ? Answer extends Promise<Result<unknown>>
      ? never
      : `${Prefix}${Name}`
    : Ports[Name] extends object
      ? OtherPaths<Ports[Name], `${Prefix}${Name}.`>
      : never
}[keyof Ports & string]

/** They throw and reject as they are; the compiler sees to it that the list is complete. */
const OTHERS: Readonly<Record<OtherPaths<Guarded>, 'limited' | 'unlimited'>> = {
  'checkpoints.close': 'unlimited',
  'credentials.endpointKey': 'limited',
  'credentials.key': 'limited',
  'credentials.keychainState': 'limited',
  'credentials.list': 'limited',
  'credentials.onKeychainStateChange': 'limited',
  'credentials.plan': 'limited',
  'projectFiles.filesBeside': 'limited',
  'projectFiles.found': 'limited',
  'projectFiles.hash': 'limited',
  'projectFiles.instructions': 'limited',
  'projectFiles.personInstructions': 'limited',
  'projectFiles.projectOf': 'limited',
  'projectFiles.skills': 'limited',
  'projectFiles.templates': 'limited',
  'storage.close': 'unlimited',
  'storage.content.stage': 'limited',
  'storage.heads.logId': 'limited',
  'storage.health.isDue': 'limited',
  'storage.journal.append': 'limited',
  'storage.journal.begin': 'limited',
  'storage.onStateChange': 'limited',
  'storage.peers.onMessage': 'limited',
  'storage.sql.read': 'limited',
  'storage.state': 'limited',
  'storage.store.onRemoteCommit': 'limited',
  'worktrees.arePossible': 'limited',
  'worktrees.size': 'limited',
}

/** What takes as long as its work. A signal or a limit of its own ends it. */
const UNLIMITED: ReadonlySet<string> = new Set([
  'storage.health.check',
  // `KeptLeases` limits it, and releases one that comes late.
  'storage.leases.acquire',
  'storage.heads.whileSigning',
  'storage.redaction.purge',
  'storage.room.free',
  'storage.redaction.redact',
  'storage.transfer.write',
])

/**
 * Returns the same ports, of which every call ends: one that answers with a `Result` answers with an error when the
 * adapter throws, rejects, or has not answered within the limit; others reject with `PortTimeout` then. An exception is a
 * bug of the adapter and is logged (docs/behaviour/errors.md#what-a-failure-costs).
 */
export function guardPorts(dependencies: EngineDependencies): EngineDependencies {
  const logger = quietLogger(dependencies.logger)
  const guarded = <Name extends keyof Guarded>(name: Name): EngineDependencies[Name] =>
    guardPort(dependencies[name], name, { ...dependencies, logger, name: GUARDED[name] })
  return {
    ...dependencies,
    logger,
    storage: guarded('storage'),
    providers: guarded('providers'),
    checkpoints: guarded('checkpoints'),
    projectFiles: guarded('projectFiles'),
    worktrees: guarded('worktrees'),
    commits: guarded('commits'),
    credentials: guarded('credentials'),
  }
}

interface Guard {
  readonly name: string
  readonly clock: Clock
  readonly logger: Logger
}

/** A logger that never throws: what cannot be written must not fail what is done about an error. */
function quietLogger(logger: Logger): Logger {
  const quiet =
    (level: keyof Logger): Logger['info'] =>
    (message, fields) => {
      try {
        logger[level](message, fields)
      } catch {
        // There is no other place for it.
      }
    }
  return { info: quiet('info'), warn: quiet('warn'), error: quiet('error') }
}

/** Returns a port, or a group of them, with guarded methods. */
export function guardPort<Port extends object>(port: Port, path: string, guard: Guard): Port {
  const made = new Map<PropertyKey, unknown>()
  const memberOf = (key: PropertyKey): unknown => {
    const member: unknown = Reflect.get(port, key, port)
    const place = `${path}.${String(key)}`
    if (typeof member === 'object' && member !== null) return guardPort(member, place, guard)
    if (typeof member !== 'function') return member
    const call = (args: unknown[]): unknown => Reflect.apply(member, port, args)
    if (!isOther(place)) return (...args: unknown[]) => answerOf(() => call(args), place, guard)
    if (OTHERS[place] === 'unlimited') return (...args: unknown[]) => call(args)
    return (...args: unknown[]): unknown => {
      const answer = call(args)
      return answer instanceof Promise ? withinLimit(answer, guard.name, guard.clock) : answer
    }
  }
  return new Proxy(port, {
    get(_port, key) {
      if (!made.has(key)) made.set(key, memberOf(key))
      return made.get(key)
    },
  })
}

function isOther(place: string): place is keyof typeof OTHERS {
  return Object.hasOwn(OTHERS, place)
}

/** Never rejects. */
async function answerOf(call: () => unknown, place: string, guard: Guard): Promise<unknown> {
  try {
    const answer = UNLIMITED.has(place)
      ? await call()
      : await withinLimit(Promise.resolve(call()), guard.name, guard.clock)
    return withoutSecretsInFailure(answer)
  } catch (error) {
    if (error instanceof PortTimeout) return err(error.error)
    guard.logger.error('A port failed because of an internal error', { port: place, error: stackOf(error) })
    return err(internalError(place, guard))
  }
}

function internalError(place: string, { name }: Guard): AppError {
  const category = place.startsWith('storage.') ? 'STORAGE' : 'UNKNOWN'
  const message = `${name} failed because of an internal error; the log has details. Try again; if this happens again, restart ikigai.`
  return { category, message, retryable: false }
}
