import { isIPv6 } from 'node:net'

/** A host inside the network that messages may go to. */
export type InternalHost = {
  /** Whose messages; null: those of every company. */
  empresa: number | null
  /** As an address of the web has it, in lower case, with a port where only that is meant. */
  host: string
}

const PARTES =
  /^(?:(\d{1,9})@)?(\[[\da-f:.]+\]|[\da-f.]*:[\da-f.]*:[\da-f:.]*|[\p{L}\p{N}._-]+)(?::(\d{1,5}))?$/iu

/** One of the setting AVISOS_HOSTS: `host`, `host:port`, `company@host` or `company@host:port`. @returns null where it is none */
export function parseInternalHost(text: string): InternalHost | null {
  const [, empresa, nombre = '', port] = PARTES.exec(text.trim()) ?? []
  const url = `http://${isIPv6(nombre) ? `[${nombre}]` : nombre}`
  if (!nombre || !URL.canParse(url) || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) return null
  const { hostname } = new URL(url)
  return {
    empresa: empresa === undefined ? null : Number(empresa),
    host: port ? `${hostname}:${Number(port)}` : hostname,
  }
}

/** The hosts that messages of a company may go to. */
export const internalHostsOf = (all: readonly InternalHost[], empresa: number): ReadonlySet<string> =>
  new Set(all.filter((i) => i.empresa === null || i.empresa === empresa).map((i) => i.host))
