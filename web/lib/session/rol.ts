import type { Rol } from '#contract/usuarios/sesion'

/** Whether somebody administers: their company, or all of them. */
export const isAdministrador = ({ rol }: { rol: Rol }): boolean => rol === 'empresa' || rol === 'admin'
