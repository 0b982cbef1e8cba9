import { Fragment, useLayoutEffect, type ReactNode } from 'react'
import { Group, Panel, Separator, useGroupRef } from 'react-resizable-panels'

import styles from './split-panels.module.css'

interface SplitPanelsProps {
  readonly orientation: 'horizontal' | 'vertical'
  readonly minSize: string
  /** What the lines between them do, for screen readers. */
  readonly label: string
  readonly items: readonly { readonly id: string; readonly content: ReactNode }[]
  /** Sizes in percent by id, the same object as long as they are the same; undefined: all alike. */
  readonly kept: Record<string, number> | undefined
  /** A person has dragged, or pressed the arrow keys on a line. */
  onResize(sizes: Readonly<Record<string, number>>): void
}

/** Panels side by side or one above the other, with lines between them that can be dragged. */
export function SplitPanels({ orientation, minSize, label, items, kept, onResize }: SplitPanelsProps) {
  const group = useGroupRef()
  useLayoutEffect(() => {
    if (kept !== undefined) group.current?.setLayout(kept)
  }, [group, kept])
  return (
    <Group
      groupRef={group}
      orientation={orientation}
      className={styles.group}
      defaultLayout={kept}
      onLayoutChanged={(sizes, { isUserInteraction }) => {
        if (isUserInteraction) onResize(sizes)
      }}
    >
      {items.map(({ id, content }, index) => (
        <Fragment key={id}>
          {index === 0 ? null : <Separator className={styles.separator} aria-label={label} />}
          <Panel id={id} minSize={minSize}>
            {content}
          </Panel>
        </Fragment>
      ))}
    </Group>
  )
}

/** The sizes that were kept for exactly these panels; undefined: they never stood together in other sizes. */
export function persistedSizes(
  sizes: Readonly<Record<string, number>>,
  ids: readonly string[],
): Record<string, number> | undefined {
  return ids.every((id) => id in sizes) ? Object.fromEntries(ids.map((id) => [id, sizes[id] ?? 0])) : undefined
}
