import type { LanguageRegistration } from 'shiki/core'

type LanguageLoader = () => Promise<{ readonly default: LanguageRegistration[] }>

const bash: LanguageLoader = () => import('shiki/langs/bash.mjs')
const javascript: LanguageLoader = () => import('shiki/langs/javascript.mjs')
const jsx: LanguageLoader = () => import('shiki/langs/jsx.mjs')
const markdown: LanguageLoader = () => import('shiki/langs/markdown.mjs')
const python: LanguageLoader = () => import('shiki/langs/python.mjs')
const rust: LanguageLoader = () => import('shiki/langs/rust.mjs')
const tsx: LanguageLoader = () => import('shiki/langs/tsx.mjs')
const typescript: LanguageLoader = () => import('shiki/langs/typescript.mjs')
const yaml: LanguageLoader = () => import('shiki/langs/yaml.mjs')

/**
 * Grammars by the language names that models write after the opening fence. Other languages are shown without
 * highlighting.
 */
export const HIGHLIGHT_LANGUAGES: Readonly<Record<string, LanguageLoader>> = {
  bash,
  c: () => import('shiki/langs/c.mjs'),
  cpp: () => import('shiki/langs/cpp.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  dockerfile: () => import('shiki/langs/docker.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript,
  js: javascript,
  json: () => import('shiki/langs/json.mjs'),
  jsx,
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  markdown,
  md: markdown,
  php: () => import('shiki/langs/php.mjs'),
  py: python,
  python,
  rs: rust,
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust,
  sh: bash,
  shell: bash,
  sql: () => import('shiki/langs/sql.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  ts: typescript,
  tsx,
  typescript,
  xml: () => import('shiki/langs/xml.mjs'),
  yaml,
  yml: yaml,
}
