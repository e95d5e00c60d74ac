import { ROLES_PROPIOS, type RolPropio } from '#contract/personas/acceso/sesion'

/** Rights that a group of the identity provider gives to its members. */
export type SsoGroup = { group: string; rol: RolPropio; empresa: number }

const IS_RULE = /^(.+)=([a-z]+)@(\d{1,7})$/

/**
 * Groups separated by semicolons, each `group=rol@empresa`. The name of a group may contain anything but a semicolon.
 * @returns the rules in order, or the first invalid part
 */
export function parseSsoGroups(text: string): SsoGroup[] | { wrong: string } {
  const rules: SsoGroup[] = []
  for (const part of text.split(';').filter((p) => p.trim())) {
    const [, group = '', rol, empresa] = IS_RULE.exec(part.trim()) ?? []
    const known = ROLES_PROPIOS.find((r) => r === rol)
    if (!known || !Number(empresa)) return { wrong: part.trim() }
    rules.push({ group: group.trim(), rol: known, empresa: Number(empresa) })
  }
  return rules
}

const RANK: readonly RolPropio[] = ['admin', 'empresa', 'operario', 'lectura']

/** Rights of a member of these groups: the role with the most rights; of equal ones the first in the settings. */
export function rightsOf(rules: readonly SsoGroup[], groups: readonly string[]): SsoGroup | undefined {
  for (const rol of RANK) {
    const rule = rules.find((r) => r.rol === rol && groups.includes(r.group))
    if (rule) return rule
  }
  return undefined
}
