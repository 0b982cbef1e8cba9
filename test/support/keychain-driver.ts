/**
 * Performs keychain operations in a process of its own and prints the results as one line of JSON:
 * `node keychain-driver.ts MODULE '[["set","account","secret"],["get","account"]]' [TIMEOUT_MS]`.
 * The native keychain reads the process's real environment, which a test in a worker cannot change.
 */
import type { createKeychain as CreateKeychain } from '../../src/main/adapters/credentials/keychain.ts'
import { createRecordingLogger } from './recording-logger.ts'

const [module = '', operations = '[]', timeoutMs = '20000'] = process.argv.slice(2)
const { createKeychain } = (await import(module)) as { createKeychain: typeof CreateKeychain }
const keychain = createKeychain({ logger: createRecordingLogger(), timeoutMs: Number(timeoutMs) })

let ticks = 0
const ticking = setInterval(() => (ticks += 1), 1)
const results: unknown[] = []
for (const [name, account, secret] of JSON.parse(operations) as ['get' | 'set' | 'remove', string, string][]) {
  results.push(await (name === 'set' ? keychain.set(account, secret) : keychain[name](account)))
}
clearInterval(ticking)
// The last thing that runs: the keychain's thread must not keep the process alive.
process.stdout.write(JSON.stringify({ results, wentOn: ticks > 0 }))
