import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../testing/open-app'
import { emptyAnswers } from '../testing/sample'
import { ADMIN } from '../testing/sessions'

const REGISTER = ['Dar de alta un dispositivo', '/PanelDisp'] as const
const OF_ADMIN = {
  ...ADMIN,
  listEmpresas: () => [{ id: 1, nombre: 'Vitoria', modo: 'completo' as const, exigir_sso: false }],
}

/** Every screen that is empty on the first day: what it says, its link, and where that leads. */
for (const [who, address, help, link, leads] of [
  ['a user', '/', 'un contenedor está donde el lector que lo oye', ...REGISTER],
  [
    'an administrator',
    '/',
    'un contenedor está donde el lector que lo oye',
    'Añadir un lector',
    'lector=nuevo',
  ],
  ['a user', '/poc-status', 'Todavía no hay ninguno: da de alta el primero.', ...REGISTER],
  ['an administrator', '/poc-status', 'o impórtalos todos de un Excel o un CSV', ...REGISTER],
  ['a user', '/inventory', 'Todavía no hay ninguno.', ...REGISTER],
  ['a user', '/status', 'Todavía no hay ninguno.', ...REGISTER],
  ['a user', '/NewData', 'Cuando un lector oiga', 'Ver el inventario', '/poc-status'],
  ['an administrator', '/NewData', 'Cuando un lector oiga', 'Ver los lectores', 'pestana=lectores'],
  [
    'an administrator',
    '/admin/usuarios?pestana=lectores',
    'Un lector oye los dispositivos que tiene cerca.',
    'Añadir lector',
    'lector=nuevo',
  ],
] as const)
  test(`${address} is empty on the first day, and leads ${who} on`, async () => {
    const one = who === 'a user' ? {} : OF_ADMIN
    await openApp(address, {
      answers: emptyAnswers({ devicePocStatus: () => ({ data: [], total: 0 }), ...one }),
    })
    await expect.poll(() => document.querySelector('main')?.textContent).toContain(help)
    const way = page
      .getByRole('link', { name: link })
      .or(page.getByRole('button', { name: link }))
      .first()
    ;(way.element() as HTMLElement).click()
    await expect.poll(() => location.pathname + location.search).toContain(leads)
  })
