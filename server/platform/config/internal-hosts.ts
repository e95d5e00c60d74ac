import { isIPv6 } from 'node:net'

/** An internal host that messages may be sent to. */
export type InternalHost = {
  /** Company whose messages may be sent; null: every company. */
  empresa: number | null
  /** Host as in a URL, lower case; with a port where only that port is allowed. */
  host: string
}

const PARTES =
  /^(?:(\d{1,9})@)?(\[[\da-f:.]+\]|[\da-f.]*:[\da-f.]*:[\da-f:.]*|[\p{L}\p{N}._-]+)(?::(\d{1,5}))?$/iu

/**
 * Parse an entry of the setting AVISOS_HOSTS: `host`, `host:port`, `company@host` or `company@host:port`.
 * @returns null where it is invalid
 */
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

/** The hosts that messages of a company may be sent to. */
export const internalHostsOf = (all: readonly InternalHost[], empresa: number): ReadonlySet<string> =>
  new Set(all.filter((i) => i.empresa === null || i.empresa === empresa).map((i) => i.host))
