import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { engineCalls, previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)('Settings (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)

  async function openSessions() {
    const page = await preview.page()
    await page.keyboard.press('Control+,')
    await page.getByRole('tab', { name: 'Browsers' }).click()
    const rows = page.getByRole('list', { name: 'Browser sessions' }).getByRole('listitem')
    await rows.first().waitFor()
    return { page, rows }
  }

  it('lists the browsers with their times, and marks this one', async () => {
    const { page, rows } = await openSessions()
    const texts = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
    expect(texts).toEqual([
      expect.stringMatching(/^Chrome on Linux \(this window\) Last used .*20.* · created .*20.* · 0123456789ab/),
      expect.stringMatching(/^Firefox on Linux Last used .* · ba9876543210/),
    ])
    await page.close()
  })

  it('Settings, Skills lists, shows and switches skills, and says why one is not used', async () => {
    const page = await preview.page()
    await page.keyboard.press('Control+,')
    await page.getByRole('tab', { name: 'Skills' }).click()
    const rows = page.getByRole('list', { name: 'Skills' }).getByRole('listitem')
    await rows.first().waitFor()
    expect(await rows.nth(2).innerText()).toMatch(/^tools \(plugin\)\n.* · unknown keys\n/)
    expect(await rows.nth(3).innerText()).toContain('Not used: SKILL.md has no description')
    expect(await rows.nth(3).getByRole('checkbox').count()).toBe(0)
    await page.getByRole('button', { name: 'Show letters' }).click()
    await rows.nth(1).getByText('The text of /home/me/.agents/skills/letters').waitFor()
    const use = page.getByRole('checkbox', { name: 'Use release-notes' })
    expect(await use.isChecked()).toBe(true)
    await use.click()
    await expect.poll(() => use.isChecked()).toBe(false)
    const path = '/work/.agents/skills/release-notes/SKILL.md'
    expect(await engineCalls(page, 'skills.set')).toEqual([`skills.set ${JSON.stringify({ path, isOn: false })}`])
    await page.close()
  })

  it('Settings, About says what is new, looks for a newer version and asks before it restarts', async () => {
    const page = await preview.page()
    await page.keyboard.press('Control+,')
    await page.getByRole('tab', { name: 'About' }).click()
    await page.getByText('Races of models.').waitFor()
    await page.getByRole('button', { name: 'Look now' }).click()
    await page.getByText('0.3.0 is newer than this one, 0.2.0.').waitFor()
    await page.getByText('Version 0.3.0 is available').waitFor()
    await page.getByRole('button', { name: 'Install and restart' }).click()
    await page.getByText('2 agents still run.').waitFor()
    await page.getByRole('button', { name: 'Restart while agents run' }).click()
    await expect.poll(() => page.getByText('2 agents still run.').count()).toBe(0)
    expect(await engineCalls(page, 'updates.install')).toEqual([
      'updates.install {"whileRunning":false}',
      'updates.install {"whileRunning":true}',
    ])
    await page.getByLabel('Newer versions').selectOption('off')
    await expect.poll(() => engineCalls(page, 'config.update')).toEqual(['config.update {"updates":"off"}'])
    await page.close()
  })

  it('Settings, Endpoints adds one by its address, saves its key and shows what a trial sent', async () => {
    const page = await preview.page()
    await page.keyboard.press('Control+,')
    await page.getByRole('tab', { name: 'Endpoints' }).click()
    await page.getByText('No endpoints yet.').waitFor()
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    const form = page.getByRole('form', { name: 'New endpoint' })
    await form.getByLabel('Name of the endpoint').fill('team')
    await form.getByLabel('API').selectOption('openai-chat')
    await form.getByLabel('Address').fill('https://llm.example.com/v1')
    await form.getByRole('button', { name: 'Save' }).click()
    const row = page.getByRole('region', { name: 'team' })
    await row.getByText('Chat Completions · https://llm.example.com/v1').waitFor()
    const entry = { kind: 'openai-chat', base_url: 'https://llm.example.com/v1', name: 'team' }
    const saved = await engineCalls(page, 'config.update')
    expect(saved).toEqual([`config.update ${JSON.stringify({ endpoints: { team: entry } })}`])
    await row.getByLabel('Key of team', { exact: true }).fill('secret-key-of-team')
    await row.getByRole('button', { name: 'Save key of team' }).click()
    await row.getByText('key saved').waitFor()
    await row.getByRole('button', { name: 'Try it: team' }).click()
    await row.getByText('team/model-1 answered: Hello').waitFor()
    await row.getByText('Request', { exact: true }).click()
    await row.getByText('POST https://llm.example.com/v1/chat/completions').waitFor()
    await page.close()
  })

  it('Settings, Endpoints signs in with the credentials of the cloud of a known service', async () => {
    const page = await preview.page()
    await page.keyboard.press('Control+,')
    await page.getByRole('tab', { name: 'Endpoints' }).click()
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    const form = page.getByRole('form', { name: 'New endpoint' })
    expect(await form.getByLabel('Sign in with').count()).toBe(0)
    await form.getByLabel('Name of the endpoint').fill('cloud')
    await form.getByLabel('Known service').selectOption('bedrock-claude')
    const address = 'https://bedrock-runtime.eu-central-1.amazonaws.com/anthropic'
    await form.getByLabel('Address').fill(address)
    expect(await form.getByLabel('Sign in with').locator('option').allInnerTexts()).toEqual(['a key or a token', 'AWS'])
    await form.getByLabel('Sign in with').selectOption('aws')
    await form.getByLabel('AWS profile').fill('team')
    await form.getByRole('button', { name: 'Save' }).click()
    const entry = { preset: 'bedrock-claude', base_url: address, auth: 'aws', profile: 'team', name: 'cloud' }
    await expect
      .poll(() => engineCalls(page, 'config.update'))
      .toEqual([`config.update ${JSON.stringify({ endpoints: { cloud: entry } })}`])
    await page.close()
  })

  it('Settings, Database shows what takes room on the disk', async () => {
    const page = await preview.page()
    await page.keyboard.press('Control+,')
    await page.getByRole('tab', { name: 'Database' }).click()
    const room = page.getByRole('table', { name: 'Disk space' })
    await room.waitFor()
    const rows = (await room.getByRole('row').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
    expect(rows[0]).toBe('Events (523,104) 812.4 MB')
    expect(rows).toContain('Write-ahead log of the server Unknown')
    expect(rows.at(-1)).toBe('Total 2.4 GB')
    expect(rows.join()).not.toContain('Worktrees')
    await page.close()
  })

  it('Settings, Database names the space that holds nothing, and frees it', async () => {
    const page = await preview.page()
    await page.keyboard.press('Control+,')
    await page.getByRole('tab', { name: 'Database' }).click()
    await page.getByText('412 MB of the database hold nothing').waitFor()
    await page.getByRole('button', { name: 'Free unused space' }).click()
    const freed = page.getByRole('status').filter({ hasText: '400 MB were given back to the disk.' })
    await freed.waitFor()
    expect(await freed.count()).toBe(1)
    await page.close()
  })

  it('Settings, Database lists unused worktrees before it removes them, and says what stays', async () => {
    const page = await preview.page()
    await page.keyboard.press('Control+,')
    await page.getByRole('tab', { name: 'Database' }).click()
    await page.getByRole('button', { name: 'Remove unused worktrees…' }).click()
    const table = page.getByRole('table', { name: 'Unused worktrees' })
    await table.waitFor()
    const rows = (await table.getByRole('row').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
    expect(rows).toEqual([
      '/data/worktrees/shop-1/fix-2 198 MB',
      '/data/worktrees/shop-1/fix-3 Kept: It has files that no checkpoint holds: a.bin 4.1 MB',
    ])
    expect(await engineCalls(page, 'changes.pruneWorktrees')).toEqual(['changes.pruneWorktrees {"dryRun":true}'])
    await page.getByRole('button', { name: 'Remove 1 worktree' }).click()
    await page.getByRole('status').filter({ hasText: '1 worktree was removed.' }).waitFor()
    expect((await engineCalls(page, 'changes.pruneWorktrees')).at(-1)).toBe('changes.pruneWorktrees {"dryRun":false}')
    expect(await table.count()).toBe(0)
    await page.close()
  })

  it('Settings, Database checks the database, and the foot of the tree says what is damaged', async () => {
    const page = await preview.page()
    const notice = page.getByRole('region', { name: 'Status' }).getByRole('button', { name: 'Database damaged' })
    await page.keyboard.press('Control+,')
    await page.getByRole('tab', { name: 'Database' }).click()
    await page.getByText('None since the start').waitFor()
    expect(await notice.count()).toBe(0)
    await page.getByRole('button', { name: 'Check now' }).click()
    const found = page.getByRole('alert').filter({ hasText: 'ikigai backup FOLDER --damaged' })
    await found.waitFor()
    expect(await found.getByRole('listitem').allInnerTexts()).toEqual([
      'table public.messages',
      'index public.messages_pkey of messages',
    ])
    await page.keyboard.press('Escape')
    expect(await notice.getAttribute('title')).toContain('table public.messages, index public.messages_pkey')
    await notice.click()
    await found.waitFor()
    await page.close()
  })

  it('ends one of them', async () => {
    const { page, rows } = await openSessions()
    await page.getByRole('button', { name: 'End session ba9876543210' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    expect(await page.getByRole('button', { name: 'End all others' }).isDisabled()).toBe(true)
    expect(await engineCalls(page, 'sessions.end')).toEqual(['sessions.end {"id":"ba9876543210"}'])
    await page.close()
  })

  it('ends all others', async () => {
    const { page, rows } = await openSessions()
    await page.getByRole('button', { name: 'End all others' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    expect(await engineCalls(page, 'sessions.end')).toEqual(['sessions.end {"id":null}'])
    await page.close()
  })

  async function openTab(name: string) {
    const page = await preview.page()
    await page.keyboard.press('Control+,')
    await page.getByRole('tab', { name }).click()
    return { page, save: () => page.getByRole('button', { name: 'Save', exact: true }).click() }
  }

  it('says what a tool does to users, and what a server says of its own', async () => {
    const { page } = await openTab('Tools and approvals')
    for (const words of ['Runs a command in the folder', 'Reads the complete contents of a file.']) {
      await expect.poll(() => page.getByText(words, { exact: true }).isVisible()).toBe(true)
    }
    await page.close()
  })

  it('changes the order of a pool with keys, and refuses one without models', async () => {
    const { page, save } = await openTab('Pools')
    const pool = page.getByRole('region', { name: 'Pool @smart' })
    await pool.getByRole('button', { name: 'Edit @smart' }).click()
    const second = pool.getByRole('button', { name: /^Model 2/ })
    await second.focus()
    await page.keyboard.press('Alt+ArrowUp')
    await pool.getByText('GPT-5 · high is now 1 of 2').waitFor()
    expect(await page.evaluate('document.activeElement.innerText')).toContain('GPT-5')
    await save()
    await pool.getByText('GPT-5 · high → Opus 4.5 · high').waitFor()
    await pool.getByRole('button', { name: 'Edit @smart' }).click()
    await pool.getByRole('button', { name: 'Remove model 2' }).click()
    await pool.getByRole('button', { name: 'Remove model 1' }).click()
    await save()
    await pool.getByRole('alert').getByText('Add at least one model.').waitFor()
    const order = { strategy: 'failover', models: ['gpt-5/high', 'claude-opus-4-5/high'] }
    expect(await engineCalls(page, 'config.update')).toEqual([
      `config.update ${JSON.stringify({ pools: { smart: order } })}`,
    ])
    await page.close()
  })

  it('lets a pool follow the standing, with a share of turns that try another model', async () => {
    const { page, save } = await openTab('Pools')
    const pool = page.getByRole('region', { name: 'Pool @smart' })
    await pool.getByRole('button', { name: 'Edit @smart' }).click()
    const share = pool.getByRole('spinbutton', { name: 'Turns that try another model, percent' })
    expect(await share.count()).toBe(0)
    await pool.getByText('The one that wins most').click()
    await share.fill('25')
    await save()
    await share.waitFor({ state: 'detached' })
    await pool.getByText('The one that wins most').waitFor()
    const models = ['claude-opus-4-5/high', 'gpt-5/high']
    expect(await engineCalls(page, 'config.update')).toEqual([
      `config.update ${JSON.stringify({ pools: { smart: { strategy: 'best', models, explore: 25 } } })}`,
    ])
    await page.close()
  })

  it('edits a server in fields and as JSON, and keeps what the fields do not show', async () => {
    const { page, save } = await openTab('MCP servers')
    const server = page.getByRole('region', { name: 'Server tickets' })
    await server.getByRole('button', { name: 'Edit tickets' }).click()
    await server.getByRole('button', { name: 'Edit as JSON' }).click()
    const url = 'https://mcp.example.com/'
    const oauth = { client_id: 'me' }
    await server.getByRole('textbox').fill(JSON.stringify({ url, oauth, headers: { Authorization: '••••••' } }))
    await server.getByRole('button', { name: 'Edit as form' }).click()
    await server.getByText('Program').click()
    await server.getByText('Address', { exact: true }).first().click()
    await server.getByRole('button', { name: 'Add header' }).click()
    await page.keyboard.type('X-Team')
    await server.getByRole('textbox', { name: 'Value of header 2' }).fill('7')
    await save()
    await server.getByRole('textbox').first().waitFor({ state: 'detached' })
    const tickets = { url, headers: { Authorization: '••••••', 'X-Team': '7' }, oauth }
    expect(await engineCalls(page, 'config.update')).toEqual([
      `config.update ${JSON.stringify({ toolServers: { tickets } })}`,
    ])
    await page.close()
  })

  it('says what of the list of a server cannot be used, and why', async () => {
    const { page } = await openTab('MCP servers')
    const server = page.getByRole('region', { name: 'Server tickets' })
    await server.getByText('Left out of its list: tool 3 of 5: it has no name').waitFor()
    expect(await page.getByText('Left out of its list').count()).toBe(1)
    await page.close()
  })

  it('switches a server off and on, and keeps its entry', async () => {
    const { page } = await openTab('MCP servers')
    const server = page.getByRole('region', { name: 'Server files' })
    const use = server.getByRole('checkbox', { name: 'Use files' })
    await use.click()
    await expect.poll(() => use.isChecked()).toBe(false)
    expect(await server.getByText('off', { exact: true }).count()).toBe(1)
    expect(await server.getByRole('button', { name: 'Restart files' }).count()).toBe(0)
    await use.click()
    await expect.poll(() => use.isChecked()).toBe(true)
    const calls = await engineCalls(page, 'config.update')
    expect(calls.map((call) => call.includes('"disabled":true'))).toEqual([true, false])
    expect(calls.every((call) => call.includes('"command":"npx"'))).toBe(true)
    await page.close()
  })

  it('adds all servers of a pasted configuration, and none of one with a taken name', async () => {
    const { page } = await openTab('MCP servers')
    await page.getByRole('button', { name: 'Paste configuration' }).click()
    const text = page.getByRole('textbox', { name: 'Configuration' })
    await text.fill('{ "mcpServers": { "files": { "command": "a" } } }')
    await page.getByRole('button', { name: 'Add servers' }).click()
    await page.getByRole('alert').getByText('There is already a server called files.').waitFor()
    await text.fill('{ "mcpServers": { "one": { "command": "a" }, "two": { "url": "https://b.example/" } } }')
    await page.getByRole('button', { name: 'Add servers' }).click()
    await page.getByRole('region', { name: 'Server one' }).waitFor()
    await page.getByRole('region', { name: 'Server two' }).waitFor()
    expect(await engineCalls(page, 'config.update')).toHaveLength(1)
    await page.close()
  })

  it('marks built-in profiles, and makes one of the user’s own of them', async () => {
    const { page, save } = await openTab('Profiles')
    const plan = page.getByRole('region', { name: 'Profile plan' })
    await plan.getByText('built in').waitFor()
    expect(await plan.getByRole('button').allInnerTexts()).toEqual(['Duplicate'])
    await plan.getByRole('button', { name: 'Duplicate plan' }).click()
    await page.keyboard.type('plan')
    await save()
    await page.getByRole('alert').getByText('There is already a profile called plan.').waitFor()
    await page.getByRole('textbox', { name: 'Name of the profile' }).fill('cheap-plan')
    await page.getByText('US dollars', { exact: true }).click()
    await page.getByRole('spinbutton', { name: 'Budget in US dollars' }).fill('2.5')
    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.keyboard.type('web_fetch')
    await page.getByRole('combobox', { name: 'Action of rule 1' }).selectOption('Deny')
    await save()
    await page.getByRole('region', { name: 'Profile cheap-plan' }).waitFor()
    const [call = ''] = await engineCalls(page, 'config.update')
    const { profiles } = JSON.parse(call.slice('config.update '.length))
    expect(profiles).toMatchObject({
      'cheap-plan': {
        sandbox: 'read-only',
        max_cost: 2.5,
        rules: [{ tool: 'web_fetch', action: 'deny' }],
        tools: expect.arrayContaining(['file_read']),
      },
    })
    await page.close()
  })
})
