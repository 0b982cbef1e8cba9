import { CircleAlert, CircleCheck, LoaderCircle, Wrench } from 'lucide-react'

import { CodeBlock } from './code-block.tsx'
import { Disclosure } from './disclosure.tsx'
import { formatDuration } from './format-figures.ts'
import styles from './tool-card.module.css'

export interface ToolCardProps {
  readonly name: string
  /** JSON, as far as it has arrived. */
  readonly argumentsText: string
  readonly state: 'writing' | 'running' | 'finished' | 'failed'
  /** What came back, or what a running tool has printed. */
  readonly output: string
  readonly durationMs: number | null
}

const STATE_WORDS = {
  writing: 'is being called',
  running: 'running',
  finished: 'finished',
  failed: 'failed',
} as const

const SUMMARY_LENGTH = 90

/** A tool call: one line that says what is called, unfolding to arguments and result. */
export function ToolCard({ name, argumentsText, state, output, durationMs }: ToolCardProps) {
  return (
    <section className={styles.card} data-state={state} aria-label={`Tool ${name}, ${STATE_WORDS[state]}`}>
      <Disclosure
        summary={
          <>
            <StateIcon state={state} />
            <span className={styles.name}>{name}</span>
            <span className={styles.arguments}>{shortArguments(argumentsText)}</span>
            {durationMs === null ? null : <span className={styles.duration}>{formatDuration(durationMs)}</span>}
          </>
        }
      >
        <div className={styles.details}>
          <CodeBlock language="json" code={prettyJson(argumentsText)} />
          {output === '' ? null : <pre className={styles.output}>{output}</pre>}
        </div>
      </Disclosure>
    </section>
  )
}

function StateIcon({ state }: { state: ToolCardProps['state'] }) {
  if (state === 'failed') return <CircleAlert className={styles.icon} aria-hidden />
  if (state === 'finished') return <CircleCheck className={styles.icon} aria-hidden />
  if (state === 'running') return <LoaderCircle className={styles.icon} aria-hidden />
  return <Wrench className={styles.icon} aria-hidden />
}

/** The values of the arguments on one line: `ls -la`, not `{"command":"ls -la"}`. */
function shortArguments(text: string): string {
  const values = jsonValue(text)
  const words =
    typeof values === 'object' && values !== null
      ? Object.values(values).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
      : [text]
  return words.join('  ').replaceAll(/\s+/g, ' ').slice(0, SUMMARY_LENGTH)
}

function prettyJson(text: string): string {
  const value = jsonValue(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}

function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
