import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { OTHER } from '../preview/preview-world.ts'
import { engineCalls, previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)('the first minute (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)

  it('recognises the provider of a pasted key, says where it goes, and opens an agent', async () => {
    const page = await preview.page('?world=empty')
    await page.getByText('There is no keychain service here: stored in credentials.json').waitFor()
    // The field has the focus: a key can be pasted at once.
    await page.keyboard.type('sk-ant-secret-9876')
    expect(await page.getByRole('combobox', { name: 'Provider of the key' }).inputValue()).toBe('anthropic')
    await page.keyboard.press('Enter')
    const prompt = page.getByRole('textbox', { name: /^Prompt to/ })
    await expect.poll(() => prompt.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.getByText('sk-ant-secret').count()).toBe(0)
    await page.close()
  })

  it('says which keys it found while there is no agent', async () => {
    const page = await preview.page('?world=with-keys')
    await page.getByText('Nothing here yet.').waitFor()
    await page.getByText('Google: key from the environment').waitFor()
    await page.getByText('Anthropic: key from the keychain').waitFor()
    expect(await page.getByText('xAI: key').count()).toBe(0)
    await page.close()
  })

  it('warns before a prompt is sent to a provider without a key, and leads to the keys', async () => {
    const page = await preview.page()
    await page.evaluate((agentId) => window.show(agentId), OTHER)
    await page.getByRole('textbox', { name: 'Prompt to c0ffee' }).waitFor()
    const warning = page.getByRole('button', { name: 'No key for xAI. Add one in Settings' })
    expect(await warning.count()).toBe(0)
    await page.evaluate((agentId) => {
      const choice = { provider: 'xai', model: 'grok-4', thinkingLevel: 'med' } as const
      window.preview.change(agentId, { choice })
    }, OTHER)
    await warning.click()
    await page.getByRole('button', { name: 'Add key for xAI' }).click()
    await page.getByRole('textbox', { name: 'Key for xAI' }).fill('xai-secret-9876')
    await page.keyboard.press('Enter')
    await warning.waitFor({ state: 'detached' })
    await page.close()
  })

  it('says what this machine has and lacks, with commands that add it', async () => {
    const page = await preview.page('?world=empty')
    const machine = page.getByRole('region', { name: 'This computer' })
    await machine.waitFor()
    const text = (await machine.innerText()).replaceAll(/\s+/g, ' ')
    for (const part of ['Default model none; new agents ask for one', '48.3 GB', 'sudo apt install bubblewrap'])
      expect(text).toContain(part)
    expect(await machine.locator('dt').count()).toBe(9)
    await page.close()
  })

  it('asks once whether models are renewed at every start: after the first answer, in a line and in Settings', async () => {
    const page = await preview.page('?world=empty')
    await page.getByText('sudo apt install bubblewrap').waitFor()
    const question = page.getByRole('region', { name: 'Look for new models at every start?' })
    const line = page.getByRole('button', { name: 'Look for new models at every start?' })
    expect([await question.count(), await line.count()]).toEqual([0, 0])
    await page.getByLabel('API key').fill('sk-ant-secret-9876')
    await page.keyboard.press('Enter')
    const prompt = page.getByRole('textbox', { name: /^Prompt to/ })
    await prompt.waitFor()
    expect(await line.count()).toBe(0)
    await prompt.fill('hi')
    await prompt.press('Enter')
    await expect.poll(async () => (await engineCalls(page, 'agents.submit')).length).toBe(1)
    expect(await line.count()).toBe(0)
    await page.evaluate(() => {
      const agentId = document.querySelector<HTMLElement>('[data-agent-stream]')?.dataset['agentStream'] ?? ''
      const usage = { inputTokens: 9, outputTokens: 2, thinkingTokens: 0, cachedTokens: 0, totalTokens: 11 }
      window.preview.change(agentId, { usage })
    })
    await line.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Renew on request only' }).click()
    await question.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: /^Prompt to/ }).waitFor()
    expect(await page.getByText('Look for new models').count()).toBe(0)
    expect(await engineCalls(page, 'config.update')).toContain('config.update {"renewModelsAtStart":false}')
    await page.close()
  })

  it('asks for the provider of a key that it does not recognise', async () => {
    const page = await preview.page('?world=empty')
    await page.getByLabel('API key').fill('sk-something')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('Choose the provider of this key.').waitFor()
    await page.getByRole('combobox', { name: 'Provider of the key' }).selectOption('OpenAI')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('textbox', { name: /^Prompt to/ }).waitFor()
    expect(await page.getByRole('treeitem').count()).toBe(1)
    await page.close()
  })

  it('finds local servers and uses one', async () => {
    const page = await preview.page('?world=empty')
    await page.getByText('Ollama · 2 models').waitFor()
    await page.getByRole('button', { name: 'Use Ollama' }).click()
    await page.getByRole('textbox', { name: /^Prompt to/ }).waitFor()
    const [change = ''] = await engineCalls(page, 'config.update')
    expect(JSON.parse(change.replace('config.update ', ''))).toMatchObject({
      providers: { local: { baseUrl: 'http://127.0.0.1:11434/v1', defaultModel: 'local/qwen3:8b' } },
    })
    await page.close()
  })

  it('offers a key of another provider to that one', async () => {
    const page = await preview.page('?world=empty')
    await page.keyboard.press('Control+,')
    await page.getByRole('button', { name: 'Add key for OpenAI' }).click()
    await page.getByRole('textbox', { name: 'Key for OpenAI' }).fill('sk-ant-secret-9876')
    await page.getByText('This looks like a key of Anthropic.').waitFor()
    await page.getByRole('button', { name: 'Save for Anthropic' }).click()
    await page.getByRole('listitem', { name: 'Anthropic' }).getByText('set · ends in …9876').waitFor()
    expect(await page.getByRole('listitem', { name: 'OpenAI' }).getByText('not set').count()).toBe(1)
    await page.close()
  })

  it('asks for a model when a prompt has none, and keeps the text when that is dismissed', async () => {
    const page = await preview.page()
    await page.evaluate((agentId) => window.show(agentId), OTHER)
    const prompt = page.getByRole('textbox', { name: 'Prompt to c0ffee' })
    await prompt.fill('hi')
    await prompt.press('Enter')
    const picker = page.getByRole('dialog', { name: 'Choose a model' })
    await picker.waitFor()
    expect(await picker.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => prompt.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await prompt.inputValue()).toBe('hi')
    expect(await engineCalls(page, 'agents.submit')).toEqual([])
    // A model that is chosen later sends nothing by itself.
    await page.evaluate((agentId) => {
      const choice = { provider: 'openai', model: 'gpt-5', thinkingLevel: 'med' } as const
      window.preview.change(agentId, { choice })
    }, OTHER)
    await page.getByRole('button', { name: 'Model: gpt-5. Change' }).waitFor()
    expect(await engineCalls(page, 'agents.submit')).toEqual([])
    await page.close()
  })

  it('sends the prompt once a model was chosen', async () => {
    const page = await preview.page()
    await page.evaluate((agentId) => window.show(agentId), OTHER)
    const prompt = page.getByRole('textbox', { name: 'Prompt to c0ffee' })
    await prompt.fill('hi')
    await prompt.press('Enter')
    await page.getByRole('dialog', { name: 'Choose a model' }).waitFor()
    await page.keyboard.type('GPT-5 mini')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await engineCalls(page, 'agents.submit')).length).toBe(1)
    await page.evaluate((agentId) => {
      const choice = { provider: 'openai', model: 'gpt-5-mini', thinkingLevel: 'med' } as const
      window.preview.change(agentId, { choice })
    }, OTHER)
    await expect
      .poll(() => engineCalls(page, 'agents.submit'))
      .toEqual([
        `agents.submit ${JSON.stringify({ agentId: OTHER, text: '/model gpt-5-mini/med' })}`,
        expect.stringContaining('"text":"hi"'),
      ])
    await page.close()
  })

  it('fills the prompt box from a starter, and sends nothing', async () => {
    const page = await preview.page()
    await page.evaluate((agentId) => window.show(agentId), OTHER)
    await page.getByRole('button', { name: 'Explain this folder' }).click()
    const prompt = page.getByRole('textbox', { name: 'Prompt to c0ffee' })
    await expect.poll(() => prompt.inputValue()).toMatch(/^Look through this folder/)
    expect(await prompt.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByText('New agents use Sonnet 5.5 · med').waitFor()
    expect(await engineCalls(page, 'agents.submit')).toEqual([])
    await page.close()
  })
})
