import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/main/adapters/storage/schema/*.ts',
  out: './drizzle',
})
