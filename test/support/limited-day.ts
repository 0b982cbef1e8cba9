/**
 * What a user does in the first minutes and on a day with tools, in a network namespace in which every address is answered:
 * `node limited-day.ts [HOSTS]`. HOSTS is the value of IKIGAI_ONLY_HOSTS. Prints what each command wrote, as one line of JSON.
 */
import { textAnswer } from './provider-simulator/answer.ts'
import { openLimitedNetwork, OTHER, OUTWARD_CALLS } from './limited-network.ts'
import { runIkigai } from './run-ikigai.ts'

const network = await openLimitedNetwork(process.argv[2])
const { simulator, workspace } = network
const { directory } = workspace
const environment = { ...workspace.environment, CONNECTION_LOG: process.env['CONNECTION_LOG'] ?? '' }

const written: Record<string, string> = {}
async function command(
  name: string,
  args: readonly string[],
  extra: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { code, stdout, stderr } = await runIkigai(args, { ...environment, ...extra }, directory)
  written[name] = `${code}\n${stdout}\n${stderr}`
}
const run = (...prompts: readonly string[]) => ['run', '--model', 'gpt-6-sol/none', ...prompts]
const allowed = ['web_fetch', 'bash', 'file_read', 'notes__read'].flatMap((tool) => ['--allow', tool])

await command('doctor', ['doctor'])
simulator.enqueue('openai', textAnswer('Hello.'))
await command('first', run('Hello'))
simulator.enqueue('openai', OUTWARD_CALLS)
simulator.enqueue('openai', textAnswer('Done.'))
await command('tools', [...run('Look around'), ...allowed, '--allow-outside', 'bash', '--output', 'json'])
await command('other', ['run', '--model', 'claude-sonnet-5-5/none', 'Hello'], {
  ANTHROPIC_BASE_URL: `http://${OTHER.page}`,
})
await command('proxy', run('Hello'), { HTTPS_PROXY: `http://${OTHER.proxy}:3128` })
await command('renew', ['models', '--renew'])
await command('update', ['update', '--check'])
await command('search', ['search', 'Hello'])
process.stdout.write(`${JSON.stringify(written)}\n`)
await network.close()
process.exit(0)
