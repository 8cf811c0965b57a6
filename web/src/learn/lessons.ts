// What the guided first games say, in our own words.

import type { Lesson } from './coach.ts';

const knitting: Lesson = {
  game: 'knitting-circle', minutes: 20,
  about: ['Your cat walks around a circle of yarn and brings you tiles.', 'You knit them into hats, socks and sweaters. Nice patterns earn buttons; buttons and garments are points.', 'Six rounds, one friendly bot. Nothing here counts, and you can stop at any time.'],
  steps: [
    { id: 'welcome', when: { clause: '2.10' }, title: 'Welcome to the circle', text: 'Choose what you want to knit first: touch one of the six garment decks. Mittens and hats are soon finished; scarves and sweaters take longer and are worth more.', rule: '2.10' },
    { id: 'keep', when: { clause: '5.5' }, title: 'Keep one card', text: 'Both cards are knitted in the same way. They differ at the bottom, in what they bring when you finish. Touch the one you like better.', rule: '5.5' },
    { id: 'draft', when: { clause: '4.2' }, title: 'Fetch yarn', text: 'Your cat walks clockwise and may stop at the next space or the one after. The tiles it can reach glow. Touch one to take it.', rule: '4.2' },
    { id: 'sides', when: { clause: '4.2', later: true }, title: 'Two sides', text: 'A tile lies with its knit side up, with little V stitches, or with its purl side, with bumps. Your garment asks for one of them in each row: look at it below before you choose.', rule: '5.9' },
    { id: 'four', when: { clause: '4.2', later: true }, title: 'Four tiles a round', text: 'You take turns until each of you has four tiles. Think of the colors, too: two that alternate, blocks, or a single color make a pattern.', rule: '6.1' },
    { id: 'knit', when: { clause: '5.1', verb: 'Knit' }, title: 'Now knit', text: 'Touch a tile, then your garment: the tile goes into its next open row. Tiles from your bowl fit either side. You and the others do this at the same time.', rule: '5.8', hint: true },
    { id: 'pattern', when: { clause: '5.1', verb: 'Knit', later: true }, title: 'Mind the pattern', text: 'The garment says which patterns it can still become. One that ends up without any gets an ugly button, and that costs points.', rule: '6.1' },
    { id: 'flip', when: { clause: '5.1', verb: 'Flip', later: true }, title: 'Wrong side up?', text: 'Give up one tile and you may turn another one over. Touch the tile to give up, then the one to turn.', rule: '5.12' },
    { id: 'grab', when: { clause: '5.1', verb: 'Grab', later: true }, title: 'Your grabby paw', text: 'A paw fetches one tile of a color you choose, straight from the bag. Touch the paw, then the color. You may well save it for later.', rule: '5.14' },
    { id: 'start', when: { clause: '5.1', verb: 'Start', later: true }, title: 'A second needle', text: 'You have two needles. For one tile of a deck’s color you can begin a second garment beside the first.', rule: '5.3' },
    { id: 'complete', when: { clause: ['5.1', '9.2'], verb: 'Complete' }, title: 'Ready to cast off', text: 'All rows that this garment must have are filled. Touch its needle to finish it: it scores its lowest filled row and takes the buttons that fit. Or knit on for more.', rule: '5.17', hint: true },
    { id: 'done', when: { clause: '5.1', only: 'Done' }, title: 'Nothing left to do', text: 'Say Done. When everyone has, the round ends.', rule: '3.3' },
    { id: 'enough', when: { clause: '5.1', verb: 'Done', later: true }, title: 'Or stop here', text: 'You need not use everything. Say Done when you like; two unused tiles stay in your bowl for the next round.', rule: '8.1' },
    { id: 'retain', when: { clause: '8.2' }, title: 'Keep two', text: 'More than two tiles are left, and the bowl holds two overnight. Touch those you want to keep.', rule: '8.2' },
    { id: 'center', when: { clause: '2.12' }, title: 'You begin this round', text: 'Whoever begins lays one of the tiles from the middle over any place of the circle. Put a color where your cat will find it.', rule: '2.12' },
    { id: 'free', when: { clause: '4.2', after: 'knit', later: true }, title: 'That is all you need', text: 'You have seen everything once. The rest of the game is yours: play freely, and touch Hint whenever you wonder what the bot would do in your place.' },
    { id: 'last', when: { clause: '9.2' }, title: 'The last round', text: 'What is not cast off scores nothing. Finish your garments before you say Done.', rule: '9.1' },
    { id: 'end', when: { over: true }, title: 'Your first game is over', text: 'Now try a free game: a fresh deal against the same gentle bot.' },
  ],
};

const ravels: Lesson = {
  game: 'arch-ravels', minutes: 25,
  about: ['You shop for yarn at the bazaar and craft hats, bears, mittens, scarves and blankets from it.', 'Projects ask for sets of items. Hand them in, and the points are yours.', 'One friendly bot plays along. Nothing here counts, and you can stop at any time.'],
  steps: [
    { id: 'welcome', when: { clause: '2.2' }, title: 'Welcome to the bazaar', text: 'A turn begins with your marker: put it on one of the four spaces of your board. The space says what you may do: shop, craft, or exchange yarn. Shopping is a good start.', rule: '2.2' },
    { id: 'shop', when: { clause: '2.3', verb: 'Shop' }, title: 'Go shopping', text: 'Touch a card of the bazaar to take its yarn. The number says how many cards you take. A ball with a question mark is yarn of any color.', rule: '3.1' },
    { id: 'more', when: { clause: '3.4' }, title: 'And on', text: 'Take the rest of your cards. Before you choose, look at the projects: they show which items are wanted.', rule: '3.4' },
    { id: 'any', when: { clause: ['3.5', '3.2', '5.3'] }, title: 'Any color', text: 'Choose the color of this yarn. What do the patterns on your board need?', rule: '3.5' },
    { id: 'craft', when: { clause: '2.3', verb: 'Craft' }, title: 'Craft something', text: 'Touch a pattern, then the yarn to pay with. “Exact” wants the very colors it shows; a hat is happy with any two that differ.', rule: '4.1', hint: true },
    { id: 'exchange', when: { clause: '2.3', verb: 'Exchange' }, title: 'Swap colors', text: 'Give back yarn of one color and take as much of another. Touch the color you give, then the one you want.', rule: '5.1' },
    { id: 'restock', when: { clause: ['2.4', '2.3'], only: 'Restock' }, title: 'Fill the bazaar', text: 'Your actions are done. Restock, and the empty places of the bazaar are filled. Not every card is yarn: some make something happen.', rule: '6.1' },
    { id: 'request', when: { clause: '8.1' }, title: 'A special request', text: 'Keep it, and you may craft it for many points, but it costs as many if you never do. Or hand it to the other player.', rule: '8.1' },
    { id: 'cat', when: { clause: '7.1' }, title: 'The cat', text: 'It tangles somebody’s yarn: no crafting on their next turn.', rule: '7.1' },
    { id: 'event', when: { clause: ['7.5', '7.6', '7.8', '7.9', '7.11'] }, title: 'Something happens', text: 'The card says what. The line below tells you what to choose.', rule: '7.5' },
    { id: 'finish', when: { clause: '9.1', verb: 'Finish' }, title: 'A project is ready', text: 'You have all items of a project. Touch it to hand them in: its points are yours.', rule: '9.2' },
    { id: 'learn', when: { clause: '9.1', verb: 'Learn' }, title: 'Learn a pattern', text: 'Hand in one bear, mittens or scarf to learn its pattern. From then on the colors are freer, and it is worth points at the end.', rule: '9.4' },
    { id: 'turn', when: { clause: '9.1' }, title: 'The end of your turn', text: 'Here you hand in items for projects, if you have the whole set. Nothing to do? End your turn.', rule: '9.1' },
    { id: 'other', when: { clause: '2.2', after: 'turn' }, title: 'Another space', text: 'The marker must move each turn, so you cannot do the same twice in a row. With yarn in the bowl, crafting is a good idea now.', rule: '2.2' },
    { id: 'free', when: { clause: '2.2', after: 'other', later: true }, title: 'That is all you need', text: 'When the projects run out the game ends, and yarn left in your bowl costs a point each. The rest is yours: play freely, and touch Hint whenever you wonder.', rule: '11.7' },
    { id: 'last', when: { clause: '10.3' }, title: 'The last craft', text: 'The game is ending. Craft one more thing if you can.', rule: '10.3' },
    { id: 'end', when: { over: true }, title: 'Your first game is over', text: 'Now try a free game: a fresh deal against the same gentle bot.' },
  ],
};

const circuitous: Lesson = {
  game: 'circuitous', minutes: 15,
  about: ['You build one winding path together, from the start to a finish.', 'When it gets there, the shortest way counts, and on it everyone scores their own cards.', 'One friendly bot plays along. Nothing here counts, and you can stop at any time.'],
  steps: [
    { id: 'play', when: { touched: 'hand:' }, title: 'What to do with it', text: '“Play it” lays the card on the table. A card with a symbol can do something else instead. And a card you do not like can go to the discard pile.', rule: '2.1' },
    { id: 'ability', when: { touched: 'hand:', verb: 'Use', after: 'ways' }, title: 'Abilities', text: 'A symbol on a card is an ability: turn or slide a finish, turn or replace a card, draw two. You use it by giving up the card.', rule: '5.1' },
    { id: 'welcome', when: { clause: ['2.1', '3.1', '3.2'] }, title: 'Welcome to the path', text: 'These five cards are your hand. The number on a card is what it scores for you if it lies on the way that counts. Touch a card.', rule: '2.1' },
    { id: 'lay', when: { clause: ['4.1', '3.1'], verb: 'Lay' }, title: 'Find a place', text: 'Every glowing outline is a place where the card fits: its path meets an open end. R turns through the ways it can lie at the same end. Touch one.', rule: '4.1' },
    { id: 'end-turn', when: { only: 'End turn' }, title: 'End your turn', text: 'Until you end it you may still take the card back. Then you draw up to five again.', rule: '2.2' },
    { id: 'ways', when: { clause: '2.1', later: true }, title: 'Which way counts?', text: 'The thin thread is the shortest way so far, and the bars beside the table are the points on it. Build on where your cards lie, and around where the other’s do.', rule: '6.4' },
    { id: 'free', when: { clause: '2.1', after: 'ways', later: true }, title: 'That is all you need', text: 'The game ends when the path runs into the black edge of a finish. The rest is yours: play freely, and touch Hint whenever you wonder.', rule: '6.1' },
    { id: 'end', when: { over: true }, title: 'Your first game is over', text: 'Now try a free game: a fresh deal against the same gentle bot.' },
  ],
};

export const LESSONS: Record<string, Lesson> = { 'knitting-circle': knitting, 'arch-ravels': ravels, circuitous };
