import type { z } from 'zod'
import type { UsuarioSesion, validateToken } from '#contract/personas/acceso/sesion'
import { type Answers, refuse } from './answers'

type Token = z.input<typeof validateToken.response>
type User = z.input<typeof UsuarioSesion>
type Person = Partial<Omit<Token, 'user'>> & { rol?: User['rol']; user?: Partial<User> }

export const OPERARIO: User = {
  id: 7,
  username: 'operario',
  nombre: 'Olga Operaria',
  foto_perfil: null,
  is_admin: false,
  rol: 'operario',
}

export const tokenOf = ({ rol = 'operario', user, ...token }: Person = {}): Token => ({
  ok: true,
  status: 'ok',
  empresa: 1,
  modo: 'completo',
  inicio: 'mapa',
  user: { ...OPERARIO, rol, is_admin: rol === 'admin', ...user },
  ...token,
})

/** The session of somebody with this role, in a company of this mode; an operator of company 1 unless said otherwise. */
export const sessionAs = (person: Person = {}): Answers => ({ validateToken: () => tokenOf(person) })

/** An administrator of one company. */
export const MANAGER: Answers = sessionAs({
  rol: 'empresa',
  user: { id: 8, username: 'encargada', nombre: 'Elena Encargada' },
})

/** An administrator of all companies. */
export const ADMIN: Answers = {
  ...sessionAs({ rol: 'admin', user: { id: 1, username: 'admin', nombre: 'Ane Admin' } }),
  isAdmin: () => ({ is_admin: true }),
  listEmpresas: () =>
    ['Vitoria', 'Bilbao', 'Llanada'].map((nombre, i) => ({
      id: i + 1,
      nombre,
      modo: 'completo',
      exigir_sso: false,
    })),
  getSalud: () => refuse({ status: 503, error: 'not now' }),
}

export const NOBODY: Answers = {
  validateToken: () => refuse({ status: 401, error: 'Inicie sesión.', code: 'sin_sesion' }),
}
