import type { Rol } from '#contract/personas/acceso/sesion'

export const ROL: Record<Rol, string> = {
  lectura: 'Solo lectura',
  operario: 'Usuario',
  empresa: 'Administrador de empresa',
  admin: 'Administrador',
  tercero: 'Tercero',
}

/** Permissions of each role, in one line. */
export const AYUDA_ROL: Record<Rol, string> = {
  lectura: 'Ve todo lo de su empresa y no cambia nada.',
  operario: 'Además da de alta, cambia apodos y revisa incidencias.',
  empresa: 'Además administra su empresa: usuarios, lectores, plano y ajustes.',
  admin: 'Administra todas las empresas.',
  tercero: 'Es de un cliente o proveedor: ve su saldo y su extracto en Custodia.',
}
