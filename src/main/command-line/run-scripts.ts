import { parseCommandLine, parseInput, type ParsedInput, typedForm } from '../../shared/slash-commands.ts'
import type { RunLine } from './typed-lines.ts'

/** What is submitted at once. */
export interface RunScript {
  readonly text: string
  /** All of it is one prompt, and no line of it a command. */
  readonly asText: boolean
}

/**
 * Text directly before a `/fork` line is that fork's goal, so the two are one script; so is all text between a `/mark` line
 * and the fork.
 */
export function asScripts(lines: readonly RunLine[]): readonly RunScript[] {
  const scripts: RunScript[] = []
  let goal: RunLine[] = []
  let isAfterMark = false
  for (const line of lines) {
    const command = line.isText ? undefined : parseCommandLine(line.text)?.name
    if (command === undefined) {
      if (!isAfterMark) scripts.push(...goal.splice(0).map(alone))
      goal.push(line)
      continue
    }
    if (command === 'fork') scripts.push({ text: [...goal.map(typed), line.text].join('\n'), asText: false })
    else scripts.push(...goal.map(alone), alone(line))
    goal = []
    isAfterMark = command === 'mark'
  }
  return [...scripts, ...goal.map(alone)]
}

export function parseScript({ text, asText }: RunScript): ParsedInput {
  return parseInput(text, { asText })
}

/** How many turns of the agent itself a script has run when all of it was carried out. */
export function turnsOf(script: RunScript): number {
  const parsed = parseScript(script)
  return parsed.ok ? parsed.steps.filter((step) => step.type === 'prompt' && step.starts).length : 0
}

function alone({ text, isText }: RunLine): RunScript {
  return { text, asText: isText }
}

function typed({ text, isText }: RunLine): string {
  return isText ? typedForm(text) : text
}
