import { startProcess } from '../../start-process.ts'

/** How much it may print, bytes. */
const MAX_OUTPUT = 100_000

/** What a program printed, or what went wrong: a clause behind its name, which repeats nothing that it printed. */
export type Printed = { readonly text: string } | { readonly problem: string }

/** Runs a program that prints a token, with the user's own environment, outside of the sandbox. `limitMs`: how long it may run. */
export async function printedOutput(
  [command = '', ...args]: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  limitMs: number,
): Promise<Printed> {
  const started = await startProcess(command, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...environment },
    windowsHide: true,
    // It asks a service for the token, by ways of its own.
    reaches: 'anything',
  })
  if (!started.ok) return { problem: `could not be started: ${started.error.message}` }
  const child = started.value
  child.stdin.on('error', () => undefined).end()
  child.stderr.resume()
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
    // What it started may hold the pipe open.
    child.stdout.destroy()
    child.stderr.destroy()
  }, limitMs)
  const chunks: Buffer[] = []
  let size = 0
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= MAX_OUTPUT) chunks.push(chunk)
  })
  const code = await ended
  clearTimeout(timer)
  if (isLate) return { problem: `did not end within ${Math.round(limitMs / 1000)} s` }
  // What it printed about its failure may hold a token, so it is not repeated.
  if (code !== 0) return { problem: code === null ? 'was ended by a signal' : `ended with code ${code}` }
  if (size > MAX_OUTPUT) return { problem: 'printed more than a token' }
  return { text: Buffer.concat(chunks).toString('utf8') }
}
