import type { z } from 'zod'
import type { Usuario } from '#contract/personas/usuarios/usuarios'
import type { Answers } from './answers'
import { openApp } from './open-app'
import { emptyAnswers } from './sample'
import { ADMIN } from './sessions'

export type User = z.input<typeof Usuario>

export const userOf = (id: number, more: Partial<User> = {}): User => ({
  id,
  username: `persona.${id}`,
  nombre: `Persona ${String(id).padStart(2, '0')}`,
  foto_perfil: null,
  empresa: 1,
  is_admin: false,
  rol: 'operario',
  activo: true,
  segundo_factor: false,
  ultimo_acceso: null,
  sso: false,
  correo: null,
  correo_pendiente: null,
  ...more,
})

/** A server that keeps its users: changes of them show in the next list. */
export function keepUsers(users: User[]): Answers {
  const find = (id: string) => users.find((u) => u.id === Number(id)) as User
  return {
    listUsuarios: ({ query }) =>
      users.filter(
        (u) =>
          (!query.empresa || u.empresa === Number(query.empresa)) &&
          `${u.nombre} ${u.username}`.toLowerCase().includes((query.search ?? '').toLowerCase()),
      ),
    updateUsuario: ({ params, body }) => Object.assign(find(params.id as string), body),
    removeUsuario: ({ params }) => {
      users.splice(users.indexOf(find(params.id as string)), 1)
      return { ok: true }
    },
  }
}

/** The administration, as an administrator of all companies sees it. */
export const openAdmin = async (query: string, answers: Answers = {}, width = 1440) =>
  openApp(`/admin/usuarios${query}`, { width, answers: emptyAnswers({ ...ADMIN, ...answers }) })
