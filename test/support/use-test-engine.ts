import { registerHooks } from 'node:module'

const file = process.env['IKIGAI_TEST_ENGINE'] ?? 'faulty-engine.ts'

/** Loaded with `--import` before the command line: the composition root then gets the engine of that file. */
registerHooks({
  resolve(specifier, context, next) {
    const isRoot = context.parentURL?.endsWith('/src/main/create-engine.ts') === true
    if (isRoot && specifier === './core/engine.ts') return next(new URL(file, import.meta.url).href, context)
    return next(specifier, context)
  },
})
