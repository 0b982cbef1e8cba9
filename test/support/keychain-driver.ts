/**
 * Performs keychain operations in a process of its own and prints the results as one line of JSON: `node
 * keychain-driver.ts MODULE '[["set","account","secret"],["get","account"],["thaw","PID"]]' TIMEOUT_MS`. The native
 * keychain reads the process's real environment, which a test in a worker cannot change. `thaw` resumes a suspended
 * service and waits until the keychain works again.
 */
import type { createKeychain as CreateKeychain } from '../../src/main/adapters/credentials/keychain.ts'
import { untyped } from './untyped.ts'

export type DriverOperation =
  | readonly ['get' | 'remove' | 'thaw', account: string]
  | readonly ['set', account: string, secret: string]

const [module = '', operations = '[]', timeoutMs = ''] = process.argv.slice(2)
const { createKeychain } = untyped<{ createKeychain: typeof CreateKeychain }>(await import(module))

const { promise: isBack, resolve: noteThatItIsBack } = Promise.withResolvers<void>()
const ignore = () => undefined
const keychain = createKeychain({
  logger: { info: () => noteThatItIsBack(), warn: ignore, error: ignore },
  timeoutMs: Number(timeoutMs),
})

async function perform(operation: DriverOperation): Promise<unknown> {
  const [name, account] = operation
  switch (name) {
    case 'set':
      return keychain.set(account, operation[2])
    case 'thaw':
      process.kill(Number(account), 'SIGCONT')
      await isBack
      return 'thawed'
    default:
      return keychain[name](account)
  }
}

let ticks = 0
const ticking = setInterval(() => (ticks += 1), 1)
const results: unknown[] = []
for (const operation of untyped<DriverOperation[]>(JSON.parse(operations))) results.push(await perform(operation))
clearInterval(ticking)
// The last statement: the keychain's thread must not keep the process running.
process.stdout.write(JSON.stringify({ results, wentOn: ticks > 0 }))
