import { Ban, Check, CirclePause, CircleStop, LoaderCircle, type LucideIcon, Pause, Wrench, X } from 'lucide-react'
import type { ReactNode } from 'react'

import { overwrittenLines, visibleText } from '../../shared/visible-text.ts'
import { type SandboxUse, sandboxText } from '../../shared/sandbox.ts'
import { linkText, type ToolLink } from '../../shared/tool-link.ts'
import { texts } from '../text/texts.ts'
import { CodeBlock } from './code-block.tsx'
import { CopyButton } from './copy-button.tsx'
import { Disclosure } from './disclosure.tsx'
import { formatDuration } from './format-figures.ts'
import { prettyJson } from './tool-arguments.ts'
import { exitCode, isPlain, toolObject, toolVerb } from './tool-words.ts'
import styles from './tool-card.module.css'

const words = texts.parts.tool

/**
 * `denied`: by the user. `refused`: by a rule, a hook, a profile or a limit. `stopped`: with its turn. `unanswered`: its
 * question was open when the engine ended. `interrupted`: it has no result and gets none.
 */
export type ToolCardState =
  | 'writing'
  | 'waiting'
  | 'running'
  | 'finished'
  | 'failed'
  | 'denied'
  | 'refused'
  | 'stopped'
  | 'unanswered'
  | 'interrupted'

export interface ToolCardProps {
  readonly name: string
  /** The JSON received so far. */
  readonly argumentsText: string
  readonly state: ToolCardState
  /** The user's words for a denial. Missing: there were none. */
  readonly reason?: string | undefined
  /** The result, or the output of a running tool so far. */
  readonly output: string
  readonly durationMs: number | null
  /** The file with the whole output, if it was truncated. */
  readonly fullOutput?: string | undefined
  /** Set if the path in the call goes through a symbolic link. */
  readonly link?: ToolLink | undefined
  /** Where the program of the call ran. Missing: it started none. */
  readonly sandbox?: SandboxUse | undefined
  /** Whether the question about it shows all of the call, so that its own line would repeat that. */
  readonly isAsked?: boolean
  /** An approval question about the call, or the files of its result. */
  readonly children?: ReactNode
}

/** Number of characters that are rendered of a running tool's output, from its end. */
const LIVE_LENGTH = 20_000

/** A running call may wait for a further approval. */
const isUnfinished = (state: ToolCardState): boolean => state === 'running' || state === 'waiting'

/**
 * A tool call: a line with the call and its state, which unfolds to arguments and result. The output of a running tool
 * is visible until it ends.
 */
export function ToolCard(card: ToolCardProps) {
  const { name, state, output, link, isAsked = false, children } = card
  return (
    <div
      role="group"
      className={styles.card}
      data-state={state}
      aria-label={words.label({ tool: name, state: words.states[state] })}
    >
      {isAsked ? null : (
        <Disclosure summary={<Summary {...card} />}>
          <Details {...card} />
        </Disclosure>
      )}
      {link === undefined ? null : <p className={styles.link}>{visibleText(linkText(link, null), 'shown')}</p>}
      {isUnfinished(state) && output !== '' ? (
        <pre className={styles.live} aria-label={words.output({ tool: name })}>
          <span>{visibleText(shownOutput(name, output.slice(-LIVE_LENGTH)))}</span>
        </pre>
      ) : null}
      {children}
    </div>
  )
}

/** What a command printed, as a terminal shows it; the results of other tools as they are. */
function shownOutput(name: string, output: string): string {
  return name === 'bash' ? overwrittenLines(output) : output
}

/** States that say themselves why there is no duration; the call did not run, or not to its end. */
const SAID: ReadonlySet<ToolCardState> = new Set(['denied', 'refused', 'stopped', 'unanswered', 'interrupted'])

function Summary({ name, argumentsText, state, reason, durationMs, output }: ToolCardProps) {
  const code = state === 'failed' ? exitCode(name, output) : null
  const isSaid = state === 'failed' || SAID.has(state)
  return (
    <>
      <StateIcon state={state} />
      {isSaid ? (
        <span className={styles.state}>{code === null ? words.states[state] : words.exit({ code })}</span>
      ) : null}
      {isSaid && isPlain(name) ? null : (
        <span className={styles.name} title={name}>
          {toolVerb(name, state === 'finished')}
        </span>
      )}
      <span className={styles.arguments}>{toolObject(name, argumentsText)}</span>
      {reason === undefined ? null : <span className={styles.reason}>{visibleText(reason, 'shown')}</span>}
      {durationMs === null || SAID.has(state) ? null : (
        <span className={styles.duration}>{formatDuration(durationMs)}</span>
      )}
    </>
  )
}

function Details({ name, argumentsText, state, output, fullOutput, sandbox }: ToolCardProps) {
  return (
    <div className={styles.details}>
      {argumentsText === '' ? null : <CodeBlock language="json" code={prettyJson(argumentsText)} />}
      {output === '' || isUnfinished(state) ? null : (
        <pre className={styles.output}>{visibleText(shownOutput(name, output))}</pre>
      )}
      {sandbox === undefined ? null : <p className={styles.link}>{visibleText(sandboxText(sandbox))}</p>}
      {fullOutput === undefined ? null : (
        <p className={styles.full}>
          <span>
            {words.shortened} <code>{fullOutput}</code>
          </span>
          <CopyButton text={fullOutput} label={words.copyPath} />
        </p>
      )}
    </div>
  )
}

/** A sign of its own shape for each state. */
const ICONS: Readonly<Record<ToolCardState, LucideIcon>> = {
  writing: Wrench,
  waiting: CirclePause,
  running: LoaderCircle,
  finished: Check,
  failed: X,
  denied: Ban,
  refused: Ban,
  stopped: CircleStop,
  unanswered: Pause,
  interrupted: Pause,
}

function StateIcon({ state }: { state: ToolCardState }) {
  const Icon = ICONS[state]
  return <Icon className={styles.icon} aria-hidden />
}
