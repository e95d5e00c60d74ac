import type { Rol } from '#contract/usuarios/sesion'

/** Whether the role is an administrator, of one company or of all. */
export const isAdministrador = ({ rol }: { rol: Rol }): boolean => rol === 'empresa' || rol === 'admin'
