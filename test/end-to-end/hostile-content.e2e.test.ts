import { once } from 'node:events'
import { createServer } from 'node:http'

import { expect, test, type Request } from '@playwright/test'

import { valueOf } from '../support/drive-agent.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace } from '../support/run-ikigai.ts'
import { serveApp } from '../support/serve-app.ts'
import { connectToApp } from '../support/socket-to.ts'
import { loudParts } from '../support/loud-parts.ts'
import { portOf } from '../support/port-of.ts'

/** What a model, a user's paste or a name may say; `trap` is a server that nothing may ask. */
function hostile(trap: string): string {
  return [
    '<script>globalThis.trapped = "script"</script>',
    `<img src="${trap}/img.png" onerror="globalThis.trapped = 'onerror'">`,
    `<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.trapped = 'svg'"><image href="${trap}/svg.png"/></svg>`,
    `<iframe src="${trap}/frame"></iframe><object data="${trap}/object"></object><embed src="${trap}/embed">`,
    `<link rel="stylesheet" href="${trap}/style.css"><style>@import url("${trap}/import.css"); body { display: none }</style>`,
    `<meta http-equiv="refresh" content="0;url=${trap}/refresh"><base href="${trap}/">`,
    `<form action="${trap}/form"><button autofocus onfocus="globalThis.trapped = 'focus'">press</button></form>`,
    `![a picture](${trap}/markdown.png "title")`,
    `![svg](data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`)})`,
    '[script](javascript:globalThis.trapped="link") [data](data:text/html,<script>alert(1)</script>) [file](file:///etc/passwd)',
    `[vb](vbscript:x) [blob](blob:${trap}) [tab](java\tscript:alert(1)) [entity](&#106;avascript:alert(1))`,
    `[https://bank.example](${trap}/phish) <${trap}/auto>`,
    'right to left: \u202egnp.exe\u202c, zero\u200bwidth, bell \u0007, escape \u001b[31m, isolate \u2066\u2069, null-ish \ufffd',
    '```html\n<script>globalThis.trapped = "fence"</script>\n```',
    `$$\\href{javascript:alert(1)}{x}$$ \`<img src=${trap}/code.png>\``,
    String.raw`$\href{javascript:globalThis.trapped="math"}{a}$ \(\includegraphics{${trap}/math.png}\) \[\class{x}{\style{position:fixed}{b}}\]`,
    String.raw`$$\def\a{\a\a}\a$$ and $x^2$`,
    `<sub onclick="globalThis.trapped='sub'">a</sub> <details ontoggle="globalThis.trapped='details'" open>b</details> <kbd style="position:fixed">c</kbd>`,
    `| <img src="${trap}/cell.png"> | [a](javascript:alert(1)) |\n|---|---|\n| <table><tr><td background="${trap}/nested.png">x</td></tr></table> | $\\href{${trap}}{y}$ |`,
    `\`\`\`svg\n<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.trapped='svg'"><image href="${trap}/block.svg"/></svg>\n\`\`\``,
    `\`\`\`html\n${hostilePage(trap)}\n\`\`\``,
    `\`\`\`mermaid\n${hostileDiagram(trap)}\n\`\`\``,
    'END OF THE HOSTILE TEXT',
  ].join('\n\n')
}

/** A page that tries to reach the network and the window. */
function hostilePage(trap: string): string {
  const tries = [
    `fetch('${trap}/preview-fetch')`,
    `new Image().src = '${trap}/preview-image'`,
    `navigator.sendBeacon('${trap}/preview-beacon')`,
    `window.open('${trap}/preview-open')`,
    `parent.trapped = 'preview'`,
    `parent.document.title = 'preview'`,
    `top.location = '${trap}/preview-top'`,
    `alert('preview')`,
  ].map((code) => `try { ${code} } catch {}`)
  return `<p>PAGE OF THE MODEL</p><img src="${trap}/preview-static"><script>${tries.join(';')}; document.body.append('SCRIPT HAS RUN')</script>`
}

function hostileDiagram(trap: string): string {
  return [
    `%%{init: {"securityLevel": "loose", "flowchart": {"htmlLabels": true}, "themeCSS": "@import url(${trap}/theme.css)"}}%%`,
    'graph TD',
    `A["<img src='${trap}/label.png' onerror='parent.trapped=1'>"] --> B`,
    `click A "javascript:globalThis.trapped='diagram'"`,
    `click B href "${trap}/diagram-link" _blank`,
  ].join('\n')
}

test('hostile answers, prompts and names run nothing and load nothing from outside', async ({ page }) => {
  const asked: string[] = []
  const trapServer = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  await once(trapServer, 'listening')
  const trap = `http://127.0.0.1:${portOf(trapServer)}`
  const simulator = await startSimulator({ answerWith: () => textAnswer(hostile(trap)) })
  const workspace = await makeWorkspace(simulator.environment())
  const app = await serveApp(workspace)
  const { client, close } = await connectToApp(app.url)
  const name = `<img src=x onerror="globalThis.trapped='name'">\u202e`
  const { id } = valueOf(await client.agents.create({ model: 'claude-haiku-4-5/none', name }))
  valueOf(await client.agents.submit({ agentId: id, text: hostile(trap) }))
  close()
  const url = await app.freshAddress()

  // The browser names requests that the policy refuses as well.
  const outside: Request[] = []
  const dialogs: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin && !request.url().startsWith('data:image/')) {
      outside.push(request)
    }
  })
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto(url)
  await page.getByRole('treeitem').first().click()
  const log = page.getByRole('log').first()
  await expect(log.getByText('END OF THE HOSTILE TEXT')).toHaveCount(2)

  await test.step('every link leads to the web only, and says where', async () => {
    const links = await log.getByRole('link').evaluateAll((all) =>
      all.map((link) => ({
        href: link.getAttribute('href'),
        title: link.getAttribute('title'),
        rel: link.getAttribute('rel'),
      })),
    )
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) {
      expect(link).toEqual({ href: expect.stringMatching(/^https?:/), title: link.href, rel: 'noopener noreferrer' })
    }
    await expect(log.getByRole('link', { name: /bank\.example/ }).first()).toContainText('127.0.0.1')
  })

  await test.step('a formula, a diagram and a preview run apart from the page', async () => {
    await expect(log.locator('math').first()).toBeAttached()
    const picture = log.getByRole('img', { name: 'Diagram' })
    await expect(picture.or(log.getByRole('note')).first()).toBeVisible({ timeout: 30_000 })
    for (const source of await picture.evaluateAll((all) => all.map((image) => image.getAttribute('src') ?? '')))
      expect(await page.evaluate(loudParts, source)).toEqual([])
    expect(await log.locator('math :is([style], [href], [class*="x"]), a math').count()).toBe(0)
    await log.getByRole('figure', { name: 'Code, html' }).last().getByRole('button', { name: 'Preview' }).click()
    const frame = page.frameLocator('iframe[title="Preview of html"]')
    await expect(frame.getByText('SCRIPT HAS RUN')).toBeVisible()
    expect(await page.title()).not.toBe('preview')
    await page.getByRole('button', { name: 'Close preview' }).click()
  })

  await test.step('nothing has run, nothing was asked for, and no foreign element is in the page', async () => {
    const found = await page.evaluate(() => ({
      trapped: Reflect.get(globalThis, 'trapped') === undefined,
      elements: [
        ...document.querySelectorAll('[role=log] :is(script, iframe, object, embed, style, link, meta, base, form)'),
      ].map((element) => element.outerHTML),
      handlers: [...document.querySelectorAll('*')].filter((element) =>
        element.getAttributeNames().some((attribute) => attribute.startsWith('on')),
      ).length,
    }))
    expect({ ...found, asked, dialogs }).toEqual({ trapped: true, elements: [], handlers: 0, asked: [], dialogs: [] })
    const notRefused = () => outside.filter((request) => request.failure()?.errorText !== 'csp')
    await expect.poll(() => notRefused().map((request) => request.url())).toEqual([])
    // The server that nothing asked would have answered.
    await page.request.get(`${trap}/alive`)
    expect(asked).toEqual(['/alive'])
  })

  await test.step('the policy lets no inline script run, not even one that gets into the page', async () => {
    const response = await page.request.get(new URL('/', url).href)
    const policy = response.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-src 'self' http://*.localhost:*;")
    expect(policy.replace('http://*.localhost:*', '')).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'globalThis.trapped = "inline"'
      document.body.append(script)
      const image = document.createElement('img')
      image.setAttribute('onerror', 'globalThis.trapped = "handler"')
      image.src = 'data:image/png;base64,broken'
      document.body.append(image)
    })
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect(await page.evaluate(() => Reflect.get(globalThis, 'trapped') === undefined)).toBe(true)
  })

  await app.stop()
  trapServer.close()
  await workspace.remove()
  await simulator.close()
})
