import { ROLES, type Rol } from '#contract/usuarios/sesion'

/** What a group of the provider gives to its people. */
export type SsoGroup = { group: string; rol: Rol; empresa: number }

const IS_RULE = /^(.+)=([a-z]+)@(\d{1,7})$/

/**
 * Groups by semicolons, each `group=rol@empresa`; the name of a group may hold what it likes but a semicolon.
 * @returns the rules in their order, or the first part that is none
 */
export function parseSsoGroups(text: string): SsoGroup[] | { wrong: string } {
  const rules: SsoGroup[] = []
  for (const part of text.split(';').filter((p) => p.trim())) {
    const [, group = '', rol, empresa] = IS_RULE.exec(part.trim()) ?? []
    const known = ROLES.find((r) => r === rol)
    if (!known || !Number(empresa)) return { wrong: part.trim() }
    rules.push({ group: group.trim(), rol: known, empresa: Number(empresa) })
  }
  return rules
}

const RANK: readonly Rol[] = ['admin', 'empresa', 'operario', 'lectura']

/** What these groups give: the role that may most; of two alike the one that stands first in the settings. */
export function rightsOf(rules: readonly SsoGroup[], groups: readonly string[]): SsoGroup | undefined {
  for (const rol of RANK) {
    const rule = rules.find((r) => r.rol === rol && groups.includes(r.group))
    if (rule) return rule
  }
  return undefined
}
