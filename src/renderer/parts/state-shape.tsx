import styles from './state-shape.module.css'

/** A state that has a shape. `done`: a sub-agent that finished, or an attempt that passed. */
export type ShapedState =
  | 'idle'
  | 'running'
  | 'tools'
  | 'needs_you'
  | 'retrying'
  | 'failed'
  | 'interrupted'
  | 'denied'
  | 'unseen'
  | 'done'

const RING = 'M12.8 8a4.8 4.8 0 1 1-9.6 0 4.8 4.8 0 0 1 9.6 0Z'

/** Paths on a grid of 16. Each state has its own shape: colours are not seen by everyone. */
const SHAPES: Readonly<Record<ShapedState, { readonly line?: string; readonly fill?: string }>> = {
  idle: { line: 'M11.6 8a3.6 3.6 0 1 1-7.2 0 3.6 3.6 0 0 1 7.2 0Z' },
  running: { fill: 'M12.4 8a4.4 4.4 0 1 1-8.8 0 4.4 4.4 0 0 1 8.8 0Z' },
  tools: { fill: 'M8 3.2 12.8 8 8 12.8 3.2 8Z' },
  needs_you: { fill: 'M8 3 13.2 12.6H2.8Z' },
  retrying: { line: 'M12.2 8a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0Z' },
  failed: { line: 'm4.2 4.2 7.6 7.6M11.8 4.2l-7.6 7.6' },
  interrupted: { line: 'M6 4.5v7M10 4.5v7' },
  denied: { line: `${RING}M4.8 11.2l6.4-6.4` },
  unseen: { line: RING, fill: 'M10.2 8a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0Z' },
  done: { line: 'M13.3 8A5.3 5.3 0 1 1 2.7 8a5.3 5.3 0 0 1 10.6 0ZM5.6 8.2l1.7 1.7 3.2-3.7' },
}

/** The shape of a state in its colour, for rows, headers and the ends of lines. It has no name: put a word beside it. */
export function StateShape({ state }: { readonly state: ShapedState }) {
  const { line, fill } = SHAPES[state]
  return (
    <svg className={styles.shape} viewBox="0 0 16 16" data-shape={state} aria-hidden>
      {line === undefined ? null : <path className={styles.line} d={line} />}
      {fill === undefined ? null : <path className={styles.fill} d={fill} />}
    </svg>
  )
}
