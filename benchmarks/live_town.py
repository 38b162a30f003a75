"""Ten subjects of a town and what there is to say of them: words for `benchmarks.live_texts`.

A fact is said with ``{}`` for its value. What stands behind the bar comes in documents only; the
kind of the value is told by its marker.
"""

from __future__ import annotations

__all__ = ["SUBJECTS"]

SUBJECTS: dict[str, str] = {
    "the maritime museum": """
        The maritime museum was opened in {year} | after almost six years of building on the quay
        The maritime museum was designed by {person} | who had won a competition for it
        A ticket for the maritime museum costs {small} euros | and is valid for the whole day
        The maritime museum is closed on {day} | so that the large models of ships can be dusted
        The maritime museum has {large} objects in its collection | most of them given by captains
        The director of the maritime museum is {leader} | who had taught at the university
        The lighthouse lamp in the maritime museum weighs {middle} kilograms | and still turns
        The maritime museum was renovated in {year} | when the roof had begun to leak

        Bags and coats are left in lockers beside the entrance, for which a coin is needed.
        School classes can book a guide, who shows them how knots are tied and sails are mended.
        A café on the upper floor sells soup and cakes and looks out over the old harbour.
        A storm once drove a boat against the windows of the hall, which were then walled up.
        On rainy Sundays old sailors tell stories beside the stove until it is dark.
        """,
    "the tram line 4": """
        The tram line 4 has {small} stops | of which three were added when the suburb grew
        The tram line 4 runs every {small} minutes | and less often in the evening and on holidays
        The first tram of line 4 leaves the depot at {small} minutes past five | in every season
        The tram line 4 is {small} kilometres long | and crosses the river on its own bridge
        The tram line 4 was electrified in {year} | long before the other lines of the network
        A single ride on the tram line 4 costs {small} crowns | and children under six ride free
        The tram line 4 carries {large} passengers a day | half of them to work or to school
        The trams of line 4 were built by the company of {person} | in a factory near the coast

        Dogs may ride along on a lead, and bicycles are allowed outside the rush hour.
        The conductors were replaced by machines that take coins, cards and old paper tickets.
        Near the terminus there is a small shelter with a bench, a clock and a map.
        In winter the drivers scatter sand before the steep bend, where the wheels like to slip.
        Shelters on the way were painted by pupils with whales, kites and apple trees.
        """,
    "the public swimming pool": """
        The public swimming pool has a basin of {middle} metres | divided into eight lanes by ropes
        The water of the public swimming pool is kept at {small} degrees | by heat from a bakery
        The public swimming pool opens on {day} at seven | and an hour later on the other days
        A season ticket for the public swimming pool costs {middle} euros | payable in two parts
        The public swimming pool was built in {year} | where a brickyard had stood before
        The swimming lessons at the public swimming pool are given by {leader} | in small groups
        The diving tower of the public swimming pool is {small} metres high | with three platforms
        The public swimming pool had {large} guests last summer | which was wet and rather short

        Lost goggles and towels are kept behind the desk until the end of the month.
        On the lawn under the chestnut trees a kiosk sells ice cream, chips and lemonade.
        Showers are free of charge, but a hairdryer has to be asked for at the desk.
        A mosaic of green fish decorates the wall behind the showers and was repaired by hand.
        When there is thunder a bell is rung and everybody has to leave the water at once.
        """,
    "the castle on the hill": """
        The castle on the hill was founded in {old} | by a count whose name has been forgotten
        The walls of the castle on the hill are {small} metres thick | at the foot of the keep
        The well of the castle on the hill is {middle} metres deep | and was dug by prisoners
        The castle on the hill burned down in {old} | after lightning had struck the stables
        The castle on the hill belongs to {person} | who opens the chapel for weddings
        The climb to the castle on the hill takes {small} minutes | on a path with many steps
        The festival at the castle on the hill takes place in {month} | with music and fireworks
        The castle on the hill once had {middle} guards | who slept above the gate in two rooms

        Bats live in the cellars, which is why these cannot be visited in winter.
        From the northern tower one sees as far as the lakes when the air is clear.
        A carved door in the courtyard shows a hunter, two hounds and a leaping stag.
        Swallows nest under the gallery, and a family of goats keeps the grass of the moat short.
        Those who cannot climb are brought up in a cart that is drawn by a donkey.
        """,
    "the weekly market": """
        The weekly market takes place on {day} | whatever the weather, around the old fountain
        The weekly market has {middle} stalls | and more of them before the great holidays
        A stall at the weekly market costs {small} euros a day | with water but without current
        The weekly market was first held in {old} | when the town had been given its rights
        The weekly market ends at {small} minutes past one | and the square is swept at once
        The master of the weekly market is {leader} | who also hands out the best places
        The asparagus season at the weekly market begins in {month} | if the spring is mild
        About {large} people come to the weekly market | a good part of them from the villages

        Fish is sold on the shady side, and cheese stands next to honey and dried herbs.
        A man with a barrel organ plays the same six tunes from morning until noon.
        Prices are written in chalk, and haggling is frowned upon by the older farmers.
        Under the arcade of the corn exchange a woman mends baskets, shoes and old umbrellas.
        Crumbs are left to the sparrows, which sit in rows along the gutter and wait.
        """,
    "the city hospital": """
        The city hospital has {middle} beds | some of them in a new wing for children
        The city hospital was founded in {year} | with money from a merchant without heirs
        The head of surgery at the city hospital is {leader} | known for operations on the hand
        Visitors of the city hospital may come until {small} minutes past seven | in all wards
        The helicopter of the city hospital reaches the coast in {small} minutes | in calm weather
        The city hospital treats {large} patients a year | as many as two hospitals did before
        Parking at the city hospital costs {small} euros a day | unless one comes as an emergency
        The city hospital gets a new laboratory in {month} | paid for by a foundation

        A chapel on the ground floor is open at night and used by people of all faiths.
        The kitchen cooks with vegetables from the region and changes its menu twice a month.
        Flowers are welcome in most rooms, but not where people are operated on.
        From the terrace patients watch the ships, and some write down their names and flags.
        A choir of nurses sings in the corridors on the evening before each great holiday.
        """,
    "the river Alder": """
        The river Alder is {middle} kilometres long | from a spring in the moor to the estuary
        The river Alder is {small} metres deep at the bridge | and deeper after the snow has melted
        The last great flood of the river Alder was in {year} | when the mill lost its wheel
        Salmon have been seen in the river Alder again since {year} | after a weir was taken down
        The ferry over the river Alder is run by {person} | whose mother and grandfather did so too
        Bathing in the river Alder is allowed from {month} | outside the channel for barges
        The river Alder drives {small} turbines | which together light a quarter of the town
        A licence to fish in the river Alder costs {middle} euros | and is sold at the town hall

        Herons stand in the shallow water, and in some years there are otters as well.
        The towpath was paved for cyclists, though horses still have the right of way.
        Where the banks are steep, willows were planted to hold the ground.
        Children float paper boats with candles from the steps of the customs house at night.
        In cold winters the ice is strong enough for skaters and for a stall with hot chestnuts.
        """,
    "the town library": """
        The town library lends {large} books | and a growing number of games and instruments
        A card for the town library costs {small} euros a year | and nothing for pupils
        Books of the town library may be kept for {middle} days | and be renewed by telephone
        The town library is open late on {day} | when there are readings and quiz evenings
        The reading room of the town library was painted by {person} | in blue, green and gold
        The town library moved into the old mint in {year} | with the help of a chain of hands
        The town library has {small} librarians | supported by volunteers and two apprentices
        The oldest book of the town library was printed in {old} | and is shown under glass

        Newspapers from the whole country lie on the long table beside the windows.
        A machine by the door takes books back at any hour and prints a receipt.
        Children sit on cushions in a wooden ship that fills half of the cellar.
        A cat that belongs to nobody sleeps on the radiator between atlases and books on astronomy.
        Lost bookmarks are pinned to a board, among them tickets, feathers and a dried fern.
        """,
    "the brass factory": """
        The brass factory employs {middle} people | a third of them in the foundry
        The brass factory was founded by {person} | who began with bells and door handles
        The brass factory produces {large} trumpets a year | and sends most of them overseas
        The furnace of the brass factory was lit in {year} | and has hardly gone out since
        A tour of the brass factory takes {middle} minutes | and ends in a room full of horns
        The brass factory pays its bonus in {month} | if the orders have been good
        The chimney of the brass factory is {middle} metres high | and visible from the motorway
        The brass factory was sold to {leader} | after a strike that had lasted a whole winter

        In the canteen a band of employees plays on the last working day before the holidays.
        Scraps of metal are swept up, sorted by colour and melted again in the night.
        Apprentices make a mouthpiece in their first year and may keep it.
        Visitors are given cotton for their ears, since the hammers in the rolling mill are loud.
        Melodies for the siren are chosen by vote, and in most years the winner is a waltz.
        """,
    "the botanical garden": """
        The botanical garden covers {middle} hectares | between the observatory and the canal
        The palm house of the botanical garden was built in {year} | of iron and curved glass
        The botanical garden has {large} kinds of plants | labelled in Latin and in two languages
        The night of the giant lily in the botanical garden is in {month} | and tickets sell fast
        The head gardener of the botanical garden is {leader} | who breeds irises in private
        The oldest oak of the botanical garden is {middle} years old | and propped up with beams
        The botanical garden is closed on {day} | for weeding, watering and repairs of the paths
        The botanical garden gives away {small} kinds of seeds | to anyone who brings an envelope

        Bees are kept behind the rose beds, and their honey is sold at the gate.
        Gravel paths lead around three ponds, in the largest of which carp are fed by hand.
        Wheelchairs can be borrowed at the entrance, and most of the houses have ramps.
        Painters set up their easels beside the magnolias in spring and argue about the light.
        An old glasshouse with orchids stands open whenever the gardener on duty has lit the stove.
        """,
}
