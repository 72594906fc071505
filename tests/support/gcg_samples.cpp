#include "support/gcg_samples.hpp"

namespace ludex::test {
namespace {

// Ends by an out play; a play taken back, a challenge bonus, a time penalty.
constexpr const char* kWhole =
    "#character-encoding UTF-8\n#title Club night, round 2\n#description by hand\n"
    "#id org.example 42\n#lexicon CSW21\n#player1 ann Ann Lee\n#player2 bob Bob Ray\n"
    ">ann: DIIIILU -IIILU +0 0\n>bob: AAENRSZ 8G ZA +22 22\n#note the start\n\nof it all\n"
    ">ann: ?CDEIRW 9E CRoWDIE +79 79\n>bob: AENNRST 7F TANNERS +77 99\n"
    ">bob:  (challenge) +5 104\n>ann: ?AGNOTT L1 TANGOi.T +70 149\n"
    ">ann: ?AGNOTT -- -70 79\n>bob: BEEFKOS - +0 104\n"
    ">ann:  (time) -10 69\n>bob: (AG) +6 110\n";

// Six turns without points: racks count against their players.
constexpr const char* kPenalties =
    "#player1 Ann_Lee Ann Lee\r\n#player2 b Bob\r\n>annlee: AEEGTTV 8B GAVETTE +80 80\r\n"
    ">annlee: AEEGTTV --  -80 0\r\n>b: DEIIKOR -KOI +0 0 \r\n>annlee: AEEGTTV -2 +0 0\r\n"
    ">b: DEGIRRT -DG +0 0\r\n>annlee: ?AEEOTT (?AEEOTT) -6 -6\r\n"
    ">b: EIOQRRT (EIOQRRT) -16 -16\r\n";

// Four players, lower-case places, real letters to play through, words after the total.
constexpr const char* kFour =
    "#player1 a A\n#player2 b B\n#player3 c C\n#player4 d D\n#incomplete\n#style old\n"
    ">a: BCEIP   8f   BICEP  +30   30  \n>b: JLOORSU f6 JO. +28 28 JOB\n"
    "8:>c: BCDEITZ G7 F.Z +38 38\n>d: EIORRTV -- +0 0\n#rack1 ABC\n";

// Latin-1, no players, an event that is none, text that belongs to nothing.
constexpr const char* kBroken =
    "stray\n>c\xE9sar: DINNVWY 8D WINDY +32 32\n>x: A\n#unheard of\n>c\xE9sar: AB 8H\n"
    ">x: ABC 1A ABC +9\n#note #1\n#2\n>3\n4\n";

}  // namespace

std::vector<std::string> gcg_samples() { return {kWhole, kPenalties, kFour, kBroken}; }

}  // namespace ludex::test
