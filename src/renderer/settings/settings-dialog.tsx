import { Tabs } from '@base-ui/react/tabs'
import { useEffect, type ComponentType } from 'react'

import { Toasts } from '../hooks/toasts.tsx'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Dialog } from '../parts/dialog.tsx'
import { SETTINGS_PAGES, type SettingsPage } from '../store/dialog-store.ts'
import { AppearancePage } from './appearance-page.tsx'
import { BrowsersPage } from './browsers-page.tsx'
import { ConnectionsPage } from './connections-page.tsx'
import { DatabasePage } from './database-page.tsx'
import { EngineFacts } from './engine-facts.tsx'
import { ModelsPage } from './models-page.tsx'
import { OutsideAgentsPage } from './outside-agents-page.tsx'
import { PoolsPage } from './pools-page.tsx'
import { ProviderKeys } from './provider-keys.tsx'
import { ServersPage } from './servers-page.tsx'
import formStyles from '../parts/form.module.css'
import styles from './settings-dialog.module.css'
import { ShortcutsPage } from './shortcuts-page.tsx'
import { SkillsPage } from './skills-page.tsx'
import { ToolsPage } from './tools-page.tsx'

interface PageText {
  readonly title: string
  readonly lead: string
  readonly Page: ComponentType
}

const PAGES: Readonly<Record<SettingsPage, PageText>> = {
  keys: {
    title: 'Keys',
    lead: 'A stored key is never shown again. A key in the environment overrides a stored one.',
    Page: ProviderKeys,
  },
  models: {
    title: 'Default models',
    lead: 'The model of new agents. You can change an agent’s model at any time.',
    Page: ModelsPage,
  },
  pools: {
    title: 'Pools',
    lead: 'Several models under one name, used as /model @NAME. The model is chosen for each turn.',
    Page: PoolsPage,
  },
  connections: {
    title: 'Addresses and proxy',
    lead: 'The address of each provider: its own, or your gateway or server. Changes apply from the next request.',
    Page: ConnectionsPage,
  },
  tools: {
    title: 'Tools and approvals',
    lead: 'By default, reading in an agent’s folder and commands inside the sandbox are allowed; everything else needs approval. Change that here.',
    Page: ToolsPage,
  },
  servers: {
    title: 'MCP servers',
    lead: 'Programs and addresses that give agents more tools. These tools need approval like all others.',
    Page: ServersPage,
  },
  agents: {
    title: 'Outside agents',
    lead: 'Programs such as Claude Code that answer in place of a model, on your own login there. They run outside the sandbox and change files themselves.',
    Page: OutsideAgentsPage,
  },
  skills: {
    title: 'Skills',
    lead: 'Instructions for particular tasks, which models load when they need them, and plugins that contain some. A change applies from the next prompt.',
    Page: SkillsPage,
  },
  database: {
    title: 'Database',
    lead: 'All conversations are stored in PostgreSQL: in the embedded database, or in your own.',
    Page: DatabasePage,
  },
  browsers: {
    title: 'Browsers',
    lead: 'Browsers that may open this window. A session ends after 24 hours without use, or when you end it here.',
    Page: BrowsersPage,
  },
  appearance: {
    title: 'Appearance',
    lead: 'Theme, text size and notifications. Changes take effect immediately.',
    Page: AppearancePage,
  },
  shortcuts: { title: 'Shortcuts', lead: 'Choose Change, then press the new keys.', Page: ShortcutsPage },
  about: { title: 'About', lead: 'Versions and locations, for backups and reports.', Page: EngineFacts },
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
  return (
    <Dialog
      title="Settings"
      size="page"
      initialFocus="layer"
      onClose={() => dialogs.setState({ dialog: { type: 'none' } })}
    >
      <Tabs.Root
        className={styles.tabs}
        orientation="vertical"
        value={page}
        onValueChange={(next: SettingsPage) => dialogs.setState({ dialog: { type: 'settings', page: next } })}
      >
        <Tabs.List className={styles.list} aria-label="Settings" activateOnFocus>
          {SETTINGS_PAGES.map((each) => (
            <Tabs.Tab key={each} value={each} className={styles.tab}>
              {PAGES[each].title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SETTINGS_PAGES.map((each) => (
          <Tabs.Panel key={each} value={each} className={styles.page}>
            <SettingsPageView {...PAGES[each]} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
      <Toasts />
    </Dialog>
  )
}

function SettingsPageView({ title, lead, Page }: PageText) {
  return (
    <>
      <h3 className={styles.heading}>{title}</h3>
      <p className={formStyles.lead}>{lead}</p>
      <Page />
    </>
  )
}
