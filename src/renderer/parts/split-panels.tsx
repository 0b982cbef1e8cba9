import { Fragment, useLayoutEffect, type ReactNode } from 'react'
import { Group, Panel, Separator, useGroupRef } from 'react-resizable-panels'

import styles from './split-panels.module.css'

interface SplitPanelsProps {
  readonly orientation: 'horizontal' | 'vertical'
  readonly minSize: string
  /** Label of the separators for screen readers. */
  readonly label: string
  readonly items: readonly { readonly id: string; readonly content: ReactNode }[]
  /** Sizes in percent by id; must be the same object while they do not change. Undefined: equal sizes. */
  readonly kept: Record<string, number> | undefined
  /** Called when the user has dragged a separator, or moved it with the arrow keys. */
  onResize(sizes: Readonly<Record<string, number>>): void
}

/** Panels side by side or stacked, with draggable separators. */
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

/** Returns the sizes that were saved for these panels, with the sum 100; undefined if one has none. */
export function persistedSizes(
  sizes: Readonly<Record<string, number>>,
  ids: readonly string[],
): Record<string, number> | undefined {
  if (!ids.every((id) => id in sizes)) return undefined
  const total = ids.reduce((sum, id) => sum + (sizes[id] ?? 0), 0)
  return Object.fromEntries(ids.map((id) => [id, ((sizes[id] ?? 0) / total) * 100]))
}
