import { Tabs } from '@base-ui/react/tabs'
import { useEffect, type ComponentType } from 'react'

import { SETTINGS_PAGES, type SettingsPage } from '../../shared/settings-pages.ts'
import { Toasts } from '../hooks/toasts.tsx'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Dialog } from '../parts/dialog.tsx'
import { AppearancePage } from './appearance-page.tsx'
import { BrowsersPage } from './browsers-page.tsx'
import { ConnectionsPage } from './connections-page.tsx'
import { DatabasePage } from './database-page.tsx'
import { EngineFacts } from './engine-facts.tsx'
import { ModelsPage } from './models-page.tsx'
import { OutsideAgentsPage } from './outside-agents-page.tsx'
import { PoolsPage } from './pools-page.tsx'
import { ProfilesPage } from './profiles-page.tsx'
import { ProviderKeys } from './provider-keys.tsx'
import { ServersPage } from './servers-page.tsx'
import formStyles from '../parts/form.module.css'
import styles from './settings-dialog.module.css'
import { ShortcutsPage } from './shortcuts-page.tsx'
import { SkillsPage } from './skills-page.tsx'
import { ToolsPage } from './tools-page.tsx'

interface PageText {
  readonly lead: string
  readonly Page: ComponentType
}

const PAGES: Readonly<Record<SettingsPage, PageText>> = {
  keys: {
    lead: 'A stored key is never shown again. A key in the environment overrides a stored one.',
    Page: ProviderKeys,
  },
  models: {
    lead: 'The model of new agents. You can change an agent’s model at any time.',
    Page: ModelsPage,
  },
  pools: {
    lead: 'Several models under one name, used as /model @NAME. The model is chosen for each turn.',
    Page: PoolsPage,
  },
  connections: {
    lead: 'The address of each provider: its own, or your gateway or server. Changes apply from the next request.',
    Page: ConnectionsPage,
  },
  tools: {
    lead: 'By default, reading in an agent’s folder and commands inside the sandbox are allowed; everything else needs approval. Change that here.',
    Page: ToolsPage,
  },
  servers: {
    lead: 'Programs and addresses that give agents more tools. These tools need approval like all others.',
    Page: ServersPage,
  },
  agents: {
    lead: 'Programs such as Claude Code that answer in place of a model, with your own login. They run outside the sandbox and change files themselves.',
    Page: OutsideAgentsPage,
  },
  profiles: {
    lead: 'A system prompt, a model, tools and rules under one name, for new agents and forks. Agents keep the profile that they were made with.',
    Page: ProfilesPage,
  },
  skills: {
    lead: 'Instructions for particular tasks, which models load when they need them, and plugins that contain some. A change applies from the next prompt.',
    Page: SkillsPage,
  },
  database: {
    lead: 'All conversations are stored in PostgreSQL: in the embedded database, or in your own.',
    Page: DatabasePage,
  },
  browsers: {
    lead: 'Browsers that may open this window. A session ends after 24 hours without use, or when you end it here.',
    Page: BrowsersPage,
  },
  appearance: {
    lead: 'Theme, text, density and notifications. Changes take effect immediately.',
    Page: AppearancePage,
  },
  shortcuts: { lead: 'Choose Change, then press the new keys.', Page: ShortcutsPage },
  about: { lead: 'Versions and locations, for backups and reports.', Page: EngineFacts },
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
    <Dialog
      title="Settings"
      size="page"
      initialFocus="layer"
      onClose={() => dialogs.setState({ dialog: { type: 'none' } })}
    >
      <Tabs.Root className={styles.tabs} orientation="vertical" value={page} onValueChange={open}>
        <PageChoice page={page} onChoose={open} />
        <Tabs.List className={styles.list} aria-label="Settings" activateOnFocus>
          {SETTINGS_PAGES.map(({ id, title }) => (
            <Tabs.Tab key={id} value={id} className={styles.tab}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SETTINGS_PAGES.map(({ id, title }) => (
          <Tabs.Panel key={id} value={id} className={styles.page}>
            <SettingsPageView title={title} {...PAGES[id]} />
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
      aria-label="Page of Settings"
      value={page}
      onChange={({ target }) => {
        const chosen = SETTINGS_PAGES.find(({ id }) => id === target.value)
        if (chosen !== undefined) onChoose(chosen.id)
      }}
    >
      {SETTINGS_PAGES.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  )
}

function SettingsPageView({ title, lead, Page }: PageText & { readonly title: string }) {
  return (
    <>
      <h3 className={styles.heading}>{title}</h3>
      <p className={formStyles.lead}>{lead}</p>
      <Page />
    </>
  )
}
