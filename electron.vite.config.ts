import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'

import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'

import { OLDEST_NODE } from './bin/oldest-node.mjs'
import { EXTERNAL } from './scripts/external-packages.ts'
import { firstFonts } from './scripts/first-fonts.ts'
import { RENDERER_ALIASES } from './scripts/renderer-aliases.ts'
import { CONTENT_SECURITY_POLICY } from './src/main/hosts/content-security-policy.ts'

const ROOT = import.meta.dirname
const MAIN_OUT = join(ROOT, 'out', 'main')

/** The names of files in out/main that others start: Electron (package.json `main`) and bin/ikigai.mjs. */
const MAIN_ENTRIES = {
  index: join(ROOT, 'src', 'main', 'index.ts'),
  cli: join(ROOT, 'src', 'main', 'cli.ts'),
}

/** Files come from this machine, not over a network: only a surprise is worth a warning. */
const CHUNK_SIZE_KB = 2_000

const FILE_URL = /new URL\(\s*'(\.{1,2}\/[^']+)',\s*import\.meta\.url\s*,?\s*\)/g

/**
 * Keeps `new URL('../../drizzle/', import.meta.url)` true after bundling, in the main process: a TypeScript file
 * (a worker) becomes a file of its own in out/main; anything else is referred to where it lies, seen from out/main.
 * Every output file is directly in out/main, so one relative path fits all of them. Vite itself does this for the
 * renderer only.
 */
function fileUrls(): Plugin {
  return {
    name: 'ikigai:file-urls',
    // Before the TypeScript transform, so that the pattern meets the code as it was written.
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(join(ROOT, 'src') + sep) || !code.includes('import.meta.url')) return null
      const replaced = code.replace(FILE_URL, (_match, path: string) => {
        const target = resolve(dirname(id), path)
        if (!existsSync(target)) this.error(`${relative(ROOT, id)} refers to ${path}, which does not exist`)
        if (extname(target) !== '.ts') return newUrl(relative(MAIN_OUT, target) + (path.endsWith('/') ? '/' : ''))
        const fileName = `${basename(target, '.ts')}.js`
        this.emitFile({ type: 'chunk', id: target, fileName })
        return newUrl(`./${fileName}`)
      })
      return replaced === code ? null : { code: replaced, map: null }
    },
  }
}

/** Writes the policy into the built page, too: it then holds also for a page that is read without the hosts' headers. */
function policyInPage(): Plugin {
  // Browsers take this one from a header only, and complain of it in a page.
  const content = CONTENT_SECURITY_POLICY.replace(/; frame-ancestors [^;]*/, '')
  return {
    name: 'ikigai:policy-in-page',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content }, injectTo: 'head-prepend' },
    ],
  }
}

/** The page's first script, before that of the window, which takes longer to load. */
const FIRST_SCRIPT = 'open-channel'

/** Puts the licences of the fonts beside them, as the licences demand. */
function fontLicences(): Plugin {
  return {
    name: 'ikigai:font-licences',
    apply: 'build',
    generateBundle() {
      for (const name of ['hanken-grotesk', 'literata', 'jetbrains-mono']) {
        const source = readFileSync(join(ROOT, 'node_modules', '@fontsource-variable', name, 'LICENSE'), 'utf8')
        this.emitFile({ type: 'asset', fileName: `assets/${name}-licence.txt`, source })
      }
    },
  }
}

/** Puts it into the page. */
function firstScript(): Plugin {
  return {
    name: 'ikigai:first-script',
    transformIndexHtml(_html, { bundle }) {
      const built = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.name === FIRST_SCRIPT)
      const src = built === undefined ? `/${FIRST_SCRIPT}.ts` : `./${built.fileName}`
      return [{ tag: 'script', attrs: { type: 'module', crossorigin: true, src }, injectTo: 'head-prepend' }]
    },
  }
}

function newUrl(path: string): string {
  return `new URL(${JSON.stringify(path.replaceAll(sep, '/'))}, import.meta.url)`
}

export default defineConfig({
  main: {
    plugins: [fileUrls()],
    build: {
      externalizeDeps: false,
      target: `node${OLDEST_NODE}`,
      sourcemap: true,
      chunkSizeWarningLimit: CHUNK_SIZE_KB,
      rolldownOptions: {
        input: MAIN_ENTRIES,
        // `electron` and Node's modules are external already.
        external: EXTERNAL,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      sourcemap: true,
      rolldownOptions: {
        input: join(ROOT, 'src', 'preload', 'index.ts'),
        // A sandboxed preload script is loaded as CommonJS; in a package of type "module" that needs the extension.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: join(ROOT, 'src', 'renderer'),
    // Each puts its tags first: the policy, then the script.
    plugins: [react({ compiler: true }), fontLicences(), firstFonts(), firstScript(), policyInPage()],
    worker: { format: 'es' },
    resolve: { alias: RENDERER_ALIASES },
    build: {
      sourcemap: true,
      minify: true,
      chunkSizeWarningLimit: CHUNK_SIZE_KB,
      // The content security policy allows files of our own, no data: URLs.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: {
          index: join(ROOT, 'src', 'renderer', 'index.html'),
          [FIRST_SCRIPT]: join(ROOT, 'src', 'renderer', `${FIRST_SCRIPT}.ts`),
        },
        output: { codeSplitting: { groups: [{ name: 'libraries', test: /node_modules/, tags: ['$initial'] }] } },
      },
    },
  },
})
