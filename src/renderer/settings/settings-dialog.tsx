import { Tabs } from '@base-ui/react/tabs'
import { type ComponentType, useEffect } from 'react'

import { SETTINGS_PAGES, type SettingsPage } from '../../shared/settings-pages.ts'
import { Toasts } from '../hooks/toasts.tsx'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Dialog } from '../parts/dialog.tsx'
import { texts } from '../text/texts.ts'
import { AppearancePage } from './appearance-page.tsx'
import { BrowsersPage } from './browsers-page.tsx'
import { ConnectionsPage } from './connections-page.tsx'
import { DatabasePage } from './database-page.tsx'
import { EndpointsPage } from './endpoints-page.tsx'
import { EngineFacts } from './engine-facts.tsx'
import { ModelsPage } from './models-page.tsx'
import { OutsideAgentsPage } from './outside-agents-page.tsx'
import { PoolsPage } from './pools-page.tsx'
import { ProfilesPage } from './profiles-page.tsx'
import { ServersPage } from './servers-page.tsx'
import formStyles from '../parts/form.module.css'
import styles from './settings-dialog.module.css'
import { ShortcutsPage } from './shortcuts-page.tsx'
import { SkillsPage } from './skills-page.tsx'
import { ToolsPage } from './tools-page.tsx'
import { useCredentials } from '../hooks/use-stores.ts'
import { KeyRow } from './key-row.tsx'
import keyStyles from './key-row.module.css'

const words = texts.settingsDialog

const PAGES: Readonly<Record<SettingsPage, ComponentType>> = {
  keys: ProviderKeys,
  models: ModelsPage,
  pools: PoolsPage,
  connections: ConnectionsPage,
  endpoints: EndpointsPage,
  tools: ToolsPage,
  servers: ServersPage,
  agents: OutsideAgentsPage,
  profiles: ProfilesPage,
  skills: SkillsPage,
  database: DatabasePage,
  browsers: BrowsersPage,
  appearance: AppearancePage,
  shortcuts: ShortcutsPage,
  about: EngineFacts,
}

/** The Settings dialog with its pages. */
export function SettingsDialog({ page = 'keys' }: { page?: SettingsPage | undefined }) {
  const { dialogs } = useStores()
  const { settings, config } = useActions()
  useEffect(() => {
    void settings.loadCredentials()
    void config.load()
    void config.loadTools()
  }, [settings, config])
  const open = (next: SettingsPage) => dialogs.setState({ dialog: { type: 'settings', page: next } })
  return (
    <Dialog title={words.title} size="page" initialFocus="layer" onClose={dialogs.close}>
      <Tabs.Root className={styles.tabs} orientation="vertical" value={page} onValueChange={open}>
        <PageChoice page={page} onChoose={open} />
        <Tabs.List className={styles.list} aria-label={words.title} activateOnFocus>
          {SETTINGS_PAGES.map((id) => (
            <Tabs.Tab key={id} value={id} className={styles.tab}>
              {words.titles[id]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SETTINGS_PAGES.map((id) => (
          <Tabs.Panel key={id} value={id} className={styles.page}>
            <SettingsPageView page={id} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
      <Toasts />
    </Dialog>
  )
}

/** The pages as a list to choose from, in place of the tabs where they have no room. */
function PageChoice({ page, onChoose }: { page: SettingsPage; onChoose(page: SettingsPage): void }) {
  return (
    <select
      className={styles.choice}
      aria-label={words.pageChoice}
      value={page}
      onChange={({ target }) => {
        const chosen = SETTINGS_PAGES.find((id) => id === target.value)
        if (chosen !== undefined) onChoose(chosen)
      }}
    >
      {SETTINGS_PAGES.map((id) => (
        <option key={id} value={id}>
          {words.titles[id]}
        </option>
      ))}
    </select>
  )
}

function SettingsPageView({ page }: { page: SettingsPage }) {
  const Page = PAGES[page]
  return (
    <>
      <h3 className={styles.heading}>{words.titles[page]}</h3>
      <p className={formStyles.lead}>{words.leads[page]}</p>
      <Page />
    </>
  )
}

/** One row per provider. */
function ProviderKeys() {
  const keys = useCredentials((state) => state.keys)
  if (keys === null) return <p className={formStyles.lead}>{texts.providerKeys.loading}</p>
  return (
    <ul className={keyStyles.keys}>
      {keys.map((key) => (
        <KeyRow key={key.provider} credential={key} />
      ))}
    </ul>
  )
}
