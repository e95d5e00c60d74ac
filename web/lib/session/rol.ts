import type { Rol } from '#contract/personas/acceso/sesion'

/** Whether the role is an administrator, of one company or of all. */
export const isAdministrador = ({ rol }: { rol: Rol }): boolean => rol === 'empresa' || rol === 'admin'
