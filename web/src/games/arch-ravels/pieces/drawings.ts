// The drawings of all pieces, onto the page with the first that is shown.

import sprite from '../sprite.svg?raw';

document.body.insertAdjacentHTML('afterbegin', sprite);
