import { registerHooks } from 'node:module'

/** Loaded with `--import` before the command line: the composition root then gets the engine of `faulty-engine.ts`. */
registerHooks({
  resolve(specifier, context, next) {
    const isRoot = context.parentURL?.endsWith('/src/main/create-engine.ts') === true
    if (isRoot && specifier === './core/engine.ts')
      return next(new URL('./faulty-engine.ts', import.meta.url).href, context)
    return next(specifier, context)
  },
})
