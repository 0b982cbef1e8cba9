import { randomUUID } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { relative } from 'node:path'

import type { Command } from 'commander'

import packageJson from '../../../package.json' with { type: 'json' }
import { agentTrace } from '../../shared/agent-trace.ts'
import type { BlamedLines } from '../../shared/blame.ts'
import { shortAgentId } from '../../shared/ids.ts'
import { jsonText } from '../../shared/json-text.ts'
import { costText } from '../../shared/money.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'

interface BlameFlags extends JsonFlag {
  readonly trace?: boolean
}

/** `ikigai blame FILE[:LINE]`: says which change, agent, model and prompt the lines of a file come from. */
async function blameCommand(
  engine: Engine,
  place: string,
  { json = false, trace = false }: BlameFlags,
  output: Output,
): Promise<ExitCode> {
  const { file, line } = await placeOf(place)
  if (file === null) {
    output.error(`${place}: there is no such file.\n`)
    return EXIT.usage
  }
  const blamed = await engine.changes.blame({ path: file })
  if (!blamed.ok) return failed(blamed, output)
  const { lineCount, ranges } = blamed.value
  if (line !== null && line > lineCount) {
    output.error(`${file} has ${lineCount} lines.\n`)
    return EXIT.usage
  }
  if (trace) {
    const path = relative(process.cwd(), file)
    const options = { path, id: randomUUID(), timestamp: new Date().toISOString(), version: packageJson.version }
    output.out(`${jsonText(agentTrace(blamed.value, options))}\n`)
    return EXIT.done
  }
  const wanted = ranges.filter(({ start, end }) => line === null || (start <= line && line <= end))
  for (const range of wanted) output.out(json ? `${jsonText(range)}\n` : `${rangeLine(range)}\n`)
  if (wanted.length === 0) output.error('No agent wrote these lines, as far as is recorded.\n')
  return EXIT.done
}

/** A file whose name ends with a colon and a number is found by its whole name. */
async function placeOf(place: string): Promise<{ readonly file: string | null; readonly line: number | null }> {
  const whole = await realPath(place)
  if (whole !== null) return { file: whole, line: null }
  const [, path, line] = /^(.+):([1-9]\d*)$/.exec(place) ?? []
  return path === undefined ? { file: null, line: null } : { file: await realPath(path), line: Number(line) }
}

async function realPath(path: string): Promise<string | null> {
  return realpath(path).catch(() => null)
}

function rangeLine({ start, end, eventId, agentId, model, prompt, merged, cost }: BlamedLines): string {
  const lines = start === end ? `${start}` : `${start}-${end}`
  const words = (prompt ?? '').replaceAll(/\s+/g, ' ').slice(0, MAX_PROMPT)
  const line = `${lines.padEnd(9)} ${eventId}  ${shortAgentId(agentId)}  ${model?.name ?? 'unknown model'}  ${costText(cost)}  ${words}`
  const sources = merged.map((source) => `${shortAgentId(source.agent)} (${source.model ?? 'unknown model'})`)
  return sources.length === 0 ? line : `${line}  merged from ${sources.join(', ')}`
}

/** Characters of a prompt that are shown. */
const MAX_PROMPT = 60

/** Adds `ikigai blame`. */
export function registerBlame(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('blame')
    .description('say which agent, model and prompt the lines of a file come from')
    .argument('<file>', 'a file, or FILE:LINE')
    .option('--json', 'one range of lines per line')
    .option('--trace', 'print an Agent Trace record')
    .action(async (place: string, flags: BlameFlags) => {
      await withEngine((engine) => blameCommand(engine, place, flags, output))
    })
}
