import type { AttachmentBlock } from '../../shared/attachment.ts'
import { parseCommandLine, parseInput, type ParsedInput, typedForm } from '../../shared/slash-commands.ts'
import type { RunLine } from './typed-lines.ts'

/** A text that is submitted in one step. */
export interface RunScript {
  readonly text: string
  /** The text is a single prompt, and none of its lines is a command. */
  readonly asText: boolean
  /** Files of the prompt. Missing: none. */
  readonly attachments?: readonly AttachmentBlock[]
}

/**
 * Groups the lines into scripts. Text directly before a `/fork` line is that fork's goal, so the two are one script;
 * the same applies to all text between a `/mark` line and the fork.
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

/** Returns how many turns of the agent itself a complete script runs. */
export function turnsOf(script: RunScript): number {
  const parsed = parseScript(script)
  return parsed.ok ? parsed.steps.filter((step) => step.type === 'prompt' && step.starts).length : 0
}

/** Returns the lines of a script that are commands, in order. */
export function commandsOf(script: RunScript): readonly string[] {
  const parsed = parseScript(script)
  return parsed.ok ? parsed.steps.flatMap((step) => (step.type === 'command' ? [step.line] : [])) : []
}

function alone({ text, isText }: RunLine): RunScript {
  return { text, asText: isText }
}

function typed({ text, isText }: RunLine): string {
  return isText ? typedForm(text) : text
}
