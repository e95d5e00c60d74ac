import { type Plugin, runnerImport } from 'vite'
import type { Endpoint } from './contract/endpoint.ts'

const ID = 'virtual:addresses'

/** Gives the web the addresses of all calls of the contract, without the schemas, which only the server needs. */
export function addresses(): Plugin {
  return {
    name: 'retorna-addresses',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    async load(id) {
      if (id !== `\0${ID}`) return undefined
      const { module, dependencies } = await runnerImport<{ CALLS: Record<string, Endpoint> }>(
        './contract/calls.ts',
        { configFile: false, logLevel: 'error' },
      )
      // Where the web is being developed, a new call is known at once.
      for (const file of dependencies) this.addWatchFile(file)
      const all = Object.entries(module.CALLS).map(([name, { method, path }]) => [name, { method, path }])
      return `export const ADDRESSES = ${JSON.stringify(Object.fromEntries(all))}`
    },
  }
}
