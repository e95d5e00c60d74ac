import { type Plugin, runnerImport } from 'vite'
import type { Endpoint } from './contract/endpoint.ts'

const ID = 'virtual:addresses'

async function writeAddresses(): Promise<string> {
  const { module } = await runnerImport<{ CALLS: Record<string, Endpoint> }>('./contract/calls.ts', {
    configFile: false,
    logLevel: 'error',
  })
  const addresses = Object.entries(module.CALLS).map(([name, { method, path }]) => [name, { method, path }])
  return `export const ADDRESSES = ${JSON.stringify(Object.fromEntries(addresses))}`
}

/** Gives the web the addresses of all calls of the contract, without the schemas, which only the server needs. */
export function addresses(): Plugin {
  let source: Promise<string> | undefined
  return {
    name: 'retorna-addresses',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined
      source ??= writeAddresses()
      return source
    },
  }
}
