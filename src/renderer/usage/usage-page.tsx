import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { jsonText } from '../../shared/json-text.ts'
import { usageCsv } from '../../shared/usage-csv.ts'
import type { UsageRow } from '../../shared/usage-report.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { useConnection, useUsage, useUsagePage } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { saveFile } from '../parts/save-file.ts'
import { Standing } from './standing.tsx'
import { UsageOverview } from './usage-overview.tsx'
import { UsageFilters } from './usage-filters.tsx'
import styles from './usage-page.module.css'
import { usageFileName, type UsageRequests, usageRequests, type UsageSelection, withRow } from './usage-selection.ts'
import { rowName } from './usage-table.tsx'
import { type UsageLoad, useToday, useUsageReport } from './use-usage-report.ts'
import { texts } from '../text/texts.ts'

const words = texts.usage

interface UsagePageProps {
  /** Whether the window is too narrow to show panes beside it. */
  readonly coversPanes: boolean
}

/** Tokens and costs of all responses, by day, model, agent, purpose, pool or folder. */
export function UsagePage({ coversPanes }: UsagePageProps) {
  const section = useFocusWhenOpened()
  const { today, timeZone } = useToday()
  const [selection, select] = useSelection()
  const requests = usageRequests(selection, today, timeZone)
  const loads = useLoads(requests)
  const isOffline = useConnection((state) => state.connection === 'lost')
  const folders = (loads.folders.report?.rows ?? []).map(({ key }) => key)
  const { folder } = selection
  return (
    <section
      ref={section}
      className={styles.page}
      aria-label={words.title}
      tabIndex={-1}
      data-landmark
      data-help="usage"
    >
      <Header table={loads.table} />
      <div className={styles.content}>
        <UsageFilters
          selection={selection}
          folders={folder === null || folders.includes(folder) ? folders : [...folders, folder]}
          disabled={isOffline}
          onChange={select}
        />
        <UsageOverview
          {...loads}
          selection={selection}
          today={today}
          isOffline={isOffline}
          onChange={(changed) => {
            select(changed)
            // The button that was used may be gone.
            section.current?.focus()
          }}
          onRow={useRow(selection, select, coversPanes)}
        />
        <Standing />
      </div>
    </section>
  )
}

function Header({ table: { report, request } }: { readonly table: UsageLoad }) {
  const { usage } = useActions()
  const { layout } = useStores()
  const save = (extension: 'csv' | 'json') => {
    if (report === null || request === null) return
    const text = extension === 'csv' ? usageCsv(report) : `${jsonText(report)}\n`
    const type = extension === 'csv' ? 'text/csv' : 'application/json'
    saveFile(new Blob([text], { type }), usageFileName(request, extension))
  }
  const isEmpty = report === null || report.rows.length === 0
  return (
    <header className={styles.bar}>
      <h2 className={styles.title}>{words.title}</h2>
      <Button tone="quiet" disabled={isEmpty} onClick={() => save('csv')}>
        {words.exportCsv}
      </Button>
      <Button tone="quiet" disabled={isEmpty} onClick={() => save('json')}>
        {words.exportJson}
      </Button>
      <IconButton
        label={words.close}
        onClick={() => {
          usage.close()
          promptElement(layout.getState().focused)?.focus()
        }}
      >
        <X />
      </IconButton>
    </header>
  )
}

/** Period and grouping are saved with the window; the rest is forgotten when the page closes. */
function useSelection(): [UsageSelection, (selection: UsageSelection) => void] {
  const { usagePage } = useStores()
  const period = useUsagePage((state) => state.period)
  const by = useUsagePage((state) => state.by)
  const [rest, setRest] = useState<Omit<UsageSelection, 'period' | 'by'>>({
    folder: null,
    days: null,
    row: null,
  })
  return [
    { period, by, ...rest },
    ({ period: nextPeriod, by: nextBy, ...nextRest }) => {
      usagePage.setState({ period: nextPeriod, by: nextBy })
      setRest(nextRest)
    },
  ]
}

function useLoads({ chart, table, folders }: UsageRequests) {
  return { chart: useUsageReport(chart), table: useUsageReport(table), folders: useUsageReport(folders) }
}

/** Returns what choosing a row does: an agent is opened, everything else shows its agents. */
function useRow(
  selection: UsageSelection,
  select: (selection: UsageSelection) => void,
  coversPanes: boolean,
): (row: UsageRow) => void {
  const { layout, models } = useStores()
  const { usage } = useActions()
  return (row) => {
    if (selection.by === 'agent') {
      layout.dispatch({ type: 'show', agentId: row.key })
      if (coversPanes) usage.close()
      promptElement(row.key)?.focus()
      return
    }
    select(withRow(selection, { ...row, label: rowName(selection.by, row, models.getState().list) }))
  }
}

/** Focuses the page when a command or a button opens it, but not when a saved window is restored. */
function useFocusWhenOpened() {
  const section = useRef<HTMLElement>(null)
  const opened = useUsage((state) => state.opened)
  useEffect(() => {
    if (opened > 0) section.current?.focus()
  }, [opened])
  return section
}
